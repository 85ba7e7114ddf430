// Two buffers are filled in one stream and used in another one. That a buffer has been used is not waited for before it is filled again.
#include "bug.h"

__global__ void use(const float *in, float *sums, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sums[i] += in[i];
}

int main() {
    const int n = 512, rounds = 4;
    float *host, *buffers[2], *sums;
    cudaMallocHost(&host, rounds * n * sizeof(float));
    for (int i = 0; i < rounds * n; i++) host[i] = i;
    for (auto &buffer : buffers) cudaMalloc(&buffer, n * sizeof(float));
    cudaMalloc(&sums, n * sizeof(float));
    cudaMemset(sums, 0, n * sizeof(float));
    cudaDeviceSynchronize();
    cudaStream_t copies, kernels;
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&kernels, cudaStreamNonBlocking);
    cudaEvent_t filled[2], used[2];
    for (int i = 0; i < 2; i++) {
        cudaEventCreate(&filled[i]);
        cudaEventCreate(&used[i]);
    }
    for (int round = 0; round < rounds; round++) {
        const int which = round % 2;
        BUG(, cudaStreamWaitEvent(copies, used[which], 0));
        cudaMemcpyAsync(buffers[which], host + round * n, n * sizeof(float), cudaMemcpyHostToDevice, copies); // check: race/streams
        cudaEventRecord(filled[which], copies);
        cudaStreamWaitEvent(kernels, filled[which], 0);
        use<<<4, 128, 0, kernels>>>(buffers[which], sums, n);
        cudaEventRecord(used[which], kernels);
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++) {
        cudaEventDestroy(filled[i]);
        cudaEventDestroy(used[i]);
        cudaFree(buffers[i]);
    }
    cudaStreamDestroy(copies);
    cudaStreamDestroy(kernels);
    cudaFree(sums);
    cudaFreeHost(host);
}
