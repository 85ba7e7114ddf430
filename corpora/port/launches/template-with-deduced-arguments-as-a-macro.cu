#include <cuda_runtime.h>

template <class T> __global__ void __launch_bounds__(256) scale(T *p, T by) { p[threadIdx.x] *= by; }
__global__ void plain(float *p) { p[threadIdx.x] = 0; }

void go(float *p) {
    scale<<<1, 32>>>(p, 2.0f);
    plain<<<1, 32>>>(p);
}
