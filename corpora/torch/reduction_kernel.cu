// A block a row: a tree of sums in shared memory.
#include <cstdint>

__global__ void row_sums_kernel(const float *in, float *out, int64_t columns) {
    extern __shared__ float sums[];
    float sum = 0;
    for (int64_t column = threadIdx.x; column < columns; column += blockDim.x) sum += in[blockIdx.x * columns + column];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

void row_sums_cuda(const float *in, float *out, int64_t rows, int64_t columns, cudaStream_t stream) {
    const int threads = 128;
    if (rows) row_sums_kernel<<<rows, threads, threads * sizeof(float), stream>>>(in, out, columns);
}
