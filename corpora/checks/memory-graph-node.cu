// A kernel in a graph, with the wrong length among its arguments.
#include "bug.h"

__global__ void add(int *p, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i]++; // check: memory/out-of-bounds
}

int main() {
    int *p;
    cudaMalloc(&p, 100 * sizeof(int));
    cudaMemset(p, 0, 100 * sizeof(int));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    add<<<2, 64, 0, stream>>>(p, BUG(101, 100));
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(p);
}
