// Host code alone, which is no CUDA to its compiler.
#include <cuda_runtime.h>
#ifdef __CUDACC__
#error "kernels are not compiled here"
#endif

int check(const int *values, int n) {
    cudaStream_t stream;
    if (cudaStreamCreate(&stream) != cudaSuccess || cudaStreamDestroy(stream) != cudaSuccess) return -1;
    int right = 0;
    for (int i = 0; i < n; ++i) right += values[i] == i * i;
    return right;
}
