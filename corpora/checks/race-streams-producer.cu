// A kernel reads what one in another stream writes, without an event.
#include "bug.h"

__global__ void produce(float *p, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = i;
}

__global__ void consume(const float *p, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = p[n - 1 - i];
}

int main() {
    const int n = 1000;
    float *p, *out;
    cudaMalloc(&p, n * sizeof(float));
    cudaMalloc(&out, n * sizeof(float));
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEvent_t ready;
    cudaEventCreate(&ready);
    produce<<<8, 128, 0, first>>>(p, n);
    cudaEventRecord(ready, first);
    BUG(, cudaStreamWaitEvent(second, ready, 0));
    consume<<<8, 128, 0, second>>>(p, out, n); // check: race/streams
    cudaStreamSynchronize(second);
    cudaStreamSynchronize(first);
    cudaEventDestroy(ready);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(p);
    cudaFree(out);
}
