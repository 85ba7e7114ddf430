// A graph that is instantiated and destroyed no more.
#include "bug.h"

__global__ void nothing() {}

int main() {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    nothing<<<1, 1, 0, stream>>>();
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0); // check: leak/handle
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    BUG(cudaSuccess, cudaGraphExecDestroy(exec));
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
}
