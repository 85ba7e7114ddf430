// port-options: --launch macro
#include <cuda_runtime.h>

template <class T> __global__ void k(T *p) { *p = 1; }
void go(int *p) { k<int><<<1, 1>>>(p); }
