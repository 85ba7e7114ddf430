// What `cudaGraphExecUpdate` says in CUDA 12's form: new arguments of a kernel are taken over, another shape of the graph is refused and
// leaves what was made runnable as it is.
// run: wave-any
// targets: gfx90a,gfx1100,cpu (the form of the call is that of a header of ours)
#include "check.h"

__global__ void put(int *to, int value) { *to = value; }

static cudaGraph_t graph_of(int *to, int value, int kernels) {
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t before = nullptr;
    for (int i = 0; i < kernels; i++) {
        void *arguments[] = {&to, &value};
        cudaKernelNodeParams kernel = {};
        kernel.func = reinterpret_cast<void *>(put);
        kernel.gridDim = dim3(1), kernel.blockDim = dim3(1), kernel.kernelParams = arguments;
        cudaGraphNode_t node;
        CHECK(cudaGraphAddKernelNode(&node, graph, before ? &before : nullptr, before ? 1 : 0, &kernel));
        before = node;
    }
    return graph;
}

int main() {
    Verdict verdict("graph-update-results");
    Array<int> out(1);
    const cudaGraph_t first = graph_of(out.p, 1, 1), second = graph_of(out.p, 2, 1), longer = graph_of(out.p, 3, 2);
    cudaGraphExec_t runnable;
    CHECK(cudaGraphInstantiate(&runnable, first, 0));
    cudaGraphExecUpdateResultInfo info;
    CHECK(cudaGraphExecUpdate(runnable, second, &info));
    verdict.holds("the update is taken over", info.result == cudaGraphExecUpdateSuccess && info.errorNode == nullptr);
    CHECK(cudaGraphLaunch(runnable, nullptr));
    verdict.same("with the new argument", out.host(), std::vector<int>{2});

    const cudaError_t status = cudaGraphExecUpdate(runnable, longer, &info);
    verdict.holds("another shape is refused", status == cudaErrorGraphExecUpdateFailure);
    verdict.holds("for its shape", info.result == cudaGraphExecUpdateErrorTopologyChanged);
    (void)cudaGetLastError();
    CHECK(cudaMemset(out.p, 0, sizeof(int)));
    CHECK(cudaGraphLaunch(runnable, nullptr));
    verdict.same("and leaves what was there", out.host(), std::vector<int>{2});

    CHECK(cudaGraphExecDestroy(runnable));
    for (const cudaGraph_t graph : {first, second, longer}) CHECK(cudaGraphDestroy(graph));
    return verdict.end();
}
