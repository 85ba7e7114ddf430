// A graph of two kernels, launched three times. One of them wraps a counter around too early, in the third launch.
// run: wave-any
// launch: 6 rotate
// variable: order
#include "../run/check.h"

const int N = 600;

__global__ void count(int *round) { *round += 1; }

__global__ void rotate(int *order, const int *round) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef RIGHT
    const int step = *round % 4;
#else
    const int step = *round % 3;
#endif
    if (i < N) order[i] = (order[i] + step) % N;
}

int main() {
    Verdict verdict("graph-replay");
    std::vector<int> want(N);
    for (int i = 0; i < N; i++) want[i] = i;
    Array<int> order(want), round(1);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    count<<<1, 1, 0, stream>>>(round.p);
    rotate<<<blocks(N, 128), 128, 0, stream>>>(order.p, round.p);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    for (int k = 1; k <= 3; k++) {
        CHECK(cudaGraphLaunch(ready, stream));
        for (int &value : want) value = (value + k % 4) % N;
    }
    CHECK(cudaStreamSynchronize(stream));
    verdict.same("order", order.host(), want);
    CHECK(cudaGraphExecDestroy(ready));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
    return verdict.end();
}
