#include <cuda_runtime.h>

void make(cudaGraph_t graph, cudaGraphExec_t *exec) {
    cudaGraphConditionalHandle handle;                                         // fires
    cudaGraphInstantiate(exec, graph, cudaGraphInstantiateFlagDeviceLaunch);   // fires
    cudaGraphInstantiate(exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
}
