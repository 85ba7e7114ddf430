#include <cuda_runtime.h>

void instantiate(cudaGraphExec_t *out, cudaGraph_t graph) {
    cudaGraphInstantiate(out, graph, nullptr, nullptr, 0);
    cudaGraphInstantiate(out, graph, NULL, NULL, 0);
    cudaGraphInstantiateWithFlags(out, graph, 0);
}
