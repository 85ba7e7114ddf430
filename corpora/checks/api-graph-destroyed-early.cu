// An executable graph is destroyed while it runs.
#include "bug.h"

__global__ void count(int *p) { atomicAdd(p, 1); }

int main() {
    int *p;
    cudaMalloc(&p, sizeof(int));
    cudaMemset(p, 0, sizeof(int));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    count<<<1, 64, 0, stream>>>(p);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph);
    cudaGraphLaunch(exec, stream);
    BUG(, cudaStreamSynchronize(stream));
    cudaGraphExecDestroy(exec); // check: api/destroyed-in-use
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
    cudaFree(p);
}
