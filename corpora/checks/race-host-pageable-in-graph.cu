// A graph copies from an array of the host, which gets other values after the launch.
#include "bug.h"

int main() {
    const int n = 256;
    std::vector<int> values(n, 1);
    int *device;
    cudaMalloc(&device, n * sizeof(int));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(device, values.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
    BUG(, cudaStreamSynchronize(stream));
    int *const all = values.data();
    for (int i = 0; i < n; i++) all[i] = 2; // check: race/host
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(device);
}
