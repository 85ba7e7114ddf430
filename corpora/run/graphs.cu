// Graphs: one built node by node, one captured from two streams; launched again and again, an argument changed in between.
// run: wave-any
#include "check.h"

__global__ void add(int *v, int by, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] += by;
}

__global__ void product(const int *a, const int *b, int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i] * b[i];
}

static void CUDART_CB count(void *data) { ++*static_cast<int *>(data); }

static void captured(Verdict &verdict) {
    int n = 500;
    Array<int> a(n), b(n), c(n);
    cudaStream_t first, second;
    cudaEvent_t fork, join;
    CHECK(cudaStreamCreate(&first));
    CHECK(cudaStreamCreate(&second));
    CHECK(cudaEventCreate(&fork));
    CHECK(cudaEventCreate(&join));
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    CHECK(cudaEventRecord(fork, first));
    CHECK(cudaStreamWaitEvent(second, fork, 0));
    add<<<4, 128, 0, first>>>(a.p, 2, n);
    add<<<4, 128, 0, second>>>(b.p, 3, n);
    CHECK(cudaEventRecord(join, second));
    CHECK(cudaStreamWaitEvent(first, join, 0));
    product<<<4, 128, 0, first>>>(a.p, b.p, c.p, n);
    CHECK(cudaStreamEndCapture(first, &graph));
    verdict.same("nothing ran while capturing", a.host()[0], 0);
    size_t nodes = 0;
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    verdict.same("nodes", nodes, size_t(3));
    CHECK(cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0));
    for (int i = 0; i < 4; i++) CHECK(cudaGraphLaunch(ready, first));
    CHECK(cudaStreamSynchronize(first));
    verdict.same("captured", c.host(), std::vector<int>(n, 8 * 12));
    CHECK(cudaGraphExecDestroy(ready));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaEventDestroy(fork));
    CHECK(cudaEventDestroy(join));
    CHECK(cudaStreamDestroy(first));
    CHECK(cudaStreamDestroy(second));
}

static void built(Verdict &verdict) {
    int n = 300, by = 5, calls = 0;
    std::vector<int> host(n, 7), got(n);
    Array<int> v(n);
    cudaGraph_t graph;
    CHECK(cudaGraphCreate(&graph, 0));
    cudaGraphNode_t up, kernel, down, call;
    CHECK(cudaGraphAddMemcpyNode1D(&up, graph, nullptr, 0, v.p, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    cudaKernelNodeParams launch = {};
    void *arguments[] = {&v.p, &by, &n};
    launch.func = reinterpret_cast<void *>(add);
    launch.gridDim = dim3(3);
    launch.blockDim = dim3(128);
    launch.kernelParams = arguments;
    CHECK(cudaGraphAddKernelNode(&kernel, graph, &up, 1, &launch));
    CHECK(cudaGraphAddMemcpyNode1D(&down, graph, &kernel, 1, got.data(), v.p, n * sizeof(int), cudaMemcpyDeviceToHost));
    cudaHostNodeParams host_call = {};
    host_call.fn = count;
    host_call.userData = &calls;
    CHECK(cudaGraphAddHostNode(&call, graph, &down, 1, &host_call));
    cudaGraphExec_t ready;
    CHECK(cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0));
    CHECK(cudaGraphLaunch(ready, nullptr));
    CHECK(cudaDeviceSynchronize());
    verdict.same("built", got, std::vector<int>(n, 12));
    by = 100;
    CHECK(cudaGraphExecKernelNodeSetParams(ready, kernel, &launch));
    CHECK(cudaGraphLaunch(ready, nullptr));
    CHECK(cudaDeviceSynchronize());
    verdict.same("with another argument", got, std::vector<int>(n, 107));
    verdict.same("host calls", calls, 2);
    CHECK(cudaGraphExecDestroy(ready));
    CHECK(cudaGraphDestroy(graph));
}

int main() {
    Verdict verdict("graphs");
    captured(verdict);
    built(verdict);
    return verdict.end();
}
