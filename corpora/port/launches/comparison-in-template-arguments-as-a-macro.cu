// port-options: --launch macro
#include <cuda_runtime.h>

template <class T, bool B> __global__ void k(T *p) { *p = B; }
void go(int *p, int g, int b) { k<int, (3 > 2)><<<g, b>>>(p); }
