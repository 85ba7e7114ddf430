#include <cstdint>

__global__ void swish_kernel(const float *__restrict__ in, float *__restrict__ out, int64_t count) {
    const int64_t i = blockIdx.x * int64_t(blockDim.x) + threadIdx.x;
    if (i < count) out[i] = in[i] / (1.0f + __expf(-in[i]));
}

void swish_forward(const float *in, float *out, int64_t count, cudaStream_t stream) {
    const int threads = 256;
    const int64_t blocks = (count + threads - 1) / threads;
    if (blocks) swish_kernel<<<blocks, threads, 0, stream>>>(in, out, count);
}
