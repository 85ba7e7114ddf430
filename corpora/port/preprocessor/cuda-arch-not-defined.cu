#include <cuda_runtime.h>
#include <cstdio>

__host__ __device__ inline void say(int x) {
#ifndef __CUDA_ARCH__
    std::printf("host %d\n", x);
#endif
#if !defined(__CUDA_ARCH__)
    std::puts("host");
#endif
}
