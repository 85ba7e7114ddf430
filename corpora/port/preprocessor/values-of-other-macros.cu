// The project's own macros decide with the values that some header gives them; `CUDART_HMASK` is 12000 there.
#include <cuda_runtime.h>
#ifndef CC_PASCAL
#define CC_PASCAL 600
#define CC_VOLTA 700
#define CC_AMPERE 800
#define CUDART_HMASK 12000
#endif

#if CUDART_VERSION < CUDART_HMASK
#error "HIP counts as CUDA 12.9"
#endif
#if !(CUDART_HMASK <= CUDART_VERSION)
#error "the same, mirrored"
#endif

__global__ void scale(float *to, float by) {
#if __CUDA_ARCH__ >= CC_PASCAL && !(__CUDA_ARCH__ >= CC_AMPERE)
    to[threadIdx.x] *= by;
#elif defined(__CUDA_ARCH__)
#error "a GPU takes the branch above"
#endif
}

// An exact architecture is none of AMD's.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == CC_VOLTA
#error "not Volta"
#endif
#if __CUDA_ARCH__ == 700
#error "not Volta"
#endif
