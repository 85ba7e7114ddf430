// A graph that is made to be launched from the device.
// run: no
#include "support.h"

__global__ void add(int *x) { atomicAdd(x, 1); }

int main() {
    int *x = managed<int>(1);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node;
    CUDA_CHECK(cudaGraphCreate(&graph, 0));
    void *arguments[] = {&x};
    cudaKernelNodeParams params = {};
    params.func = (void *)add;
    params.gridDim = dim3(2);
    params.blockDim = dim3(64);
    params.kernelParams = arguments;
    CUDA_CHECK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
    CUDA_CHECK(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch)); // hazard: HIP3009 (HIP3001)
    CUDA_CHECK(cudaGraphUpload(exec, nullptr));
    CUDA_CHECK(cudaGraphLaunch(exec, nullptr));
    finish();
    CUDA_CHECK(cudaGraphExecDestroy(exec));
    CUDA_CHECK(cudaGraphDestroy(graph));
    return report("device-graph", *x == 128);
}
