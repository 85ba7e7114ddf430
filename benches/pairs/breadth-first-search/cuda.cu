#include "problem.hpp"
#include "../device.cuh"

constexpr int THREADS = 256, HELD = 2048;

// A thread takes a node of the frontier; a block gathers what it finds in shared memory before it appends that to the next frontier.
__global__ void expand(const int *first, const int *edges, int *level, const int *frontier, int count, int *next, int *tail, int depth) {
    __shared__ int found[HELD];
    __shared__ int total, base;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        const int node = frontier[i];
        for (int edge = first[node]; edge < first[node + 1]; edge++) {
            const int to = edges[edge];
            if (level[to] == UNSEEN && atomicCAS(&level[to], UNSEEN, depth) == UNSEEN) {
                const int at = atomicAdd(&total, 1);
                if (at < HELD)
                    found[at] = to;
                else
                    next[atomicAdd(tail, 1)] = to;
            }
        }
    }
    __syncthreads();
    const int held = min(total, HELD);
    if (threadIdx.x == 0) base = atomicAdd(tail, held);
    __syncthreads();
    for (int k = threadIdx.x; k < held; k += blockDim.x) next[base + k] = found[k];
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    DeviceArray<int> first(problem.first.size()), edges(problem.edges.size()), level(problem.nodes), tail(1);
    DeviceArray<int> frontier(problem.nodes), next(problem.nodes);
    std::vector<int> result(problem.nodes);
    measure(
        "breadth-first-search",
        [&] {
            first.upload(problem.first);
            edges.upload(problem.edges);
            CHECK(cudaMemset(level.data(), 0xff, problem.nodes * sizeof(int)));
            CHECK(cudaMemset(level.data(), 0, sizeof(int)));
            CHECK(cudaMemset(frontier.data(), 0, sizeof(int)));
            int count = 1;
            for (int depth = 1; count > 0; depth++) {
                tail.clear();
                expand<<<blocks(count, THREADS), THREADS>>>(first.data(), edges.data(), level.data(), frontier.data(), count, next.data(), tail.data(), depth);
                CHECK(cudaMemcpy(&count, tail.data(), sizeof count, cudaMemcpyDeviceToHost));
                frontier.swap(next);
            }
            level.download(result);
        },
        [&] { return weighted(result); });
}
