#include <cuda_runtime.h>

__global__ void k(int *p) { *p += 1; }

float go(int *p, int repeats) {
    cudaStream_t stream;
    cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, 0);
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaGraph_t graph;
    cudaGraphExec_t instance;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    k<<<1, 1, 0, stream>>>(p);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&instance, graph, nullptr, nullptr, 0);
    cudaEventRecord(start, stream);
    for (int i = 0; i < repeats; i++) cudaGraphLaunch(instance, stream);
    cudaEventRecord(stop, stream);
    cudaEventSynchronize(stop);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, start, stop);
    cudaGraphExecDestroy(instance);
    cudaGraphDestroy(graph);
    return milliseconds;
}
