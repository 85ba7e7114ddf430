// A graph without the node that fills its memory.
#include "bug.h"

__global__ void walk(const int *p, int *out) {
    switch (p[threadIdx.x] & 3) { // check: init/undefined-branch
    case 0: out[threadIdx.x] = 5; break;
    case 1: atomicExch(&out[threadIdx.x], 6); break;
    case 2: out[63 - threadIdx.x] = 7; break;
    }
}

int main() {
    int *p, *out;
    cudaMalloc(&p, 64 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    BUG(, cudaMemsetAsync(p, 0, 64 * sizeof(int), stream));
    walk<<<1, 64, 0, stream>>>(p, out);
    cudaGraph_t graph;
    cudaStreamEndCapture(stream, &graph);
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(p);
    cudaFree(out);
}
