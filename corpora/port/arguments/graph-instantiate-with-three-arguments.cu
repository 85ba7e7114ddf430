#include <cuda_runtime.h>

void instantiate(cudaGraphExec_t *out, cudaGraph_t graph) {
    cudaGraphInstantiate(out, graph);
    cudaGraphInstantiate(out, graph, 0);
}
