#include <cassert>
#include <cuda_bf16.h>

__device__ float2 wide(__nv_bfloat162 value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
    assert(false);
#else
    return __bfloat1622float2(value);
#endif
    __builtin_unreachable();
}

__device__ int newer(int x) {
#if __CUDA_ARCH__ >= 900
    return x + 1;
#else
    printf("too old\n");
    __trap();
    return 0;
#endif
}

#if defined(__CUDA_ARCH__) && (800 > __CUDA_ARCH__)
#error "compile for compute capability 8.0 or above"
#endif

// What stands beside is NVIDIA's assembly.
__device__ void copy(int *to, const int *from) {
#if __CUDA_ARCH__ >= 800
    asm volatile("tcgen05.wait::ld.sync.aligned;");
#else
    assert(false && "not supported");
#endif
}

// Not sure to fail, or not only that.
__device__ int checked(int x, int *count) {
#if __CUDA_ARCH__ < 800
    assert(x > 0);
#else
    x *= 2;
#endif
#if __CUDA_ARCH__ < 800
    assert(0 < x);
#else
    x *= 3;
#endif
#if __CUDA_ARCH__ < 800
    ++*count;
    assert(false);
#else
    x += 2;
#endif
#if __CUDA_ARCH__ < 600
    __trap();
#else
    x += 3;
#endif
    return x;
}
