#include "gemm.h"

__global__ void convert(int count, const float *in, __half *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = __float2half(in[i]);
}

// Two products at a time, added up in single precision. `n` is even.
__global__ void multiply(int n, const __half *a, const __half *b, float *c) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    float sum = 0;
    for (int k = 0; k < n; k += 2) {
        const half2 left = __halves2half2(a[k * n + row], a[(k + 1) * n + row]);
        const half2 right = __halves2half2(b[column * n + k], b[column * n + k + 1]);
        const half2 product = __hmul2(left, right);
        sum += __low2float(product) + __high2float(product);
    }
    c[column * n + row] = sum;
}

cudaError_t to_half(int count, const float *in, __half *out, cudaStream_t stream) {
    convert<<<(count + 255) / 256, 256, 0, stream>>>(count, in, out);
    return cudaGetLastError();
}

cudaError_t gemm_half(int n, const __half *a, const __half *b, float *c, cudaStream_t stream) {
    multiply<<<dim3((n + 15) / 16, (n + 15) / 16), dim3{16, 16}, 0, stream>>>(n, a, b, c);
    return cudaGetLastError();
}
