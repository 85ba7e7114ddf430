// Values, not conditions: they count as in conditions.
#include <cstdio>
#include <cuda_runtime.h>

#define AT_LEAST(version) (CUDART_VERSION >= (version))

template <int architecture>
__device__ int lanes() { return architecture >= 700 ? 32 : 16; }

__global__ void fill(int *to) {
    if (__CUDA_ARCH__ >= 700)
        to[threadIdx.x] = lanes<__CUDA_ARCH__>();
}

#if AT_LEAST(12000)
static_assert(CUDART_VERSION / 1000 == 12, "as in conditions");
#else
#error "HIP counts as CUDA 12.9"
#endif

int main() {
    std::printf("CUDA %d.%d, nvcc %d.%d\n", CUDART_VERSION / 1000, CUDART_VERSION % 100 / 10, __CUDACC_VER_MAJOR__,
                __CUDACC_VER_MINOR__);
}
