// The event that a stream waits for is recorded before the kernel that it is about.
#include "bug.h"

__global__ void write(int *p) { p[threadIdx.x] = 1; }
__global__ void change(int *p) { p[threadIdx.x] += 1; }

int main() {
    int *p;
    cudaMalloc(&p, 64 * sizeof(int));
    cudaStream_t a, b;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEvent_t event;
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    BUG(cudaEventRecord(event, a), );
    write<<<1, 64, 0, a>>>(p);
    BUG(, cudaEventRecord(event, a));
    cudaStreamWaitEvent(b, event, 0);
    change<<<1, 64, 0, b>>>(p); // check: race/streams
    cudaDeviceSynchronize();
    cudaEventDestroy(event);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaFree(p);
}
