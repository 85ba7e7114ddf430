// A captured graph forks into a second stream and joins it, but the first kernel after the join's place is put before it.
#include "bug.h"

__global__ void half(int *p, int by) { p[threadIdx.x] = by; }
__global__ void sum(const int *a, const int *b, int *out) { out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }

int main() {
    int *a, *b, *out;
    for (auto p : {&a, &b, &out}) cudaMalloc(p, 64 * sizeof(int));
    cudaStream_t main_stream, side;
    cudaStreamCreate(&main_stream);
    cudaStreamCreate(&side);
    cudaEvent_t fork, join;
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaGraph_t graph;
    cudaStreamBeginCapture(main_stream, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, main_stream);
    cudaStreamWaitEvent(side, fork, 0);
    half<<<1, 64, 0, main_stream>>>(a, 1);
    half<<<1, 64, 0, side>>>(b, 2);
    cudaEventRecord(join, side);
    BUG(, cudaStreamWaitEvent(main_stream, join, 0));
    sum<<<1, 64, 0, main_stream>>>(a, b, out);
    BUG(cudaStreamWaitEvent(main_stream, join, 0), );
    cudaStreamEndCapture(main_stream, &graph);
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph, 0);
    for (int round = 0; round < 3; round++) {
        cudaGraphLaunch(exec, main_stream); // check: race/streams
    }
    cudaStreamSynchronize(main_stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    cudaStreamDestroy(main_stream);
    cudaStreamDestroy(side);
    for (auto p : {a, b, out}) cudaFree(p);
}
