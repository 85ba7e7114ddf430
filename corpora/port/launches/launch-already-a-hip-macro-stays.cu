// port-options: --launch macro
#include <hip/hip_runtime.h>

template <class T, int N> __global__ void k(T *p) { *p = N; }
void go(int *p) { hipLaunchKernelGGL(HIP_KERNEL_NAME(k<int, 2>), dim3(1), dim3(1), 0, 0, p); }
