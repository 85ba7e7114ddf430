// Breadth-first search, one launch a level: threads claim vertices with compare-and-swap and append them to the next frontier.
// run: wave-any
#include "check.h"

__global__ void expand(const int *starts, const int *edges, int *depth, const int *frontier, int size, int *next, int *next_size, int level) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= size) return;
    const int from = frontier[i];
    for (int e = starts[from]; e < starts[from + 1]; e++) {
        const int to = edges[e];
        if (atomicCAS(&depth[to], -1, level) == -1) next[atomicAdd(next_size, 1)] = to;
    }
}

int main() {
    Verdict verdict("bfs");
    const int n = 5000;
    std::vector<int> starts(n + 1), edges;
    const auto words = random_words(4 * n);
    for (int v = 0; v < n; v++) {
        for (int k = 0; k < static_cast<int>(words[4 * v] % 5); k++) edges.push_back(words[4 * v + k % 4] % n);
        starts[v + 1] = static_cast<int>(edges.size());
    }
    std::vector<int> want(n, -1), queue{0};
    want[0] = 0;
    for (size_t head = 0; head < queue.size(); head++)
        for (int e = starts[queue[head]]; e < starts[queue[head] + 1]; e++)
            if (want[edges[e]] < 0) {
                want[edges[e]] = want[queue[head]] + 1;
                queue.push_back(edges[e]);
            }
    std::vector<int> depth(n, -1);
    depth[0] = 0;
    Array<int> dstarts(starts), dedges(edges), ddepth(depth), a(n), b(n), next_size(1);
    int *frontier = a.p, *next = b.p;
    for (int size = 1, level = 1; size > 0; level++) {
        CHECK(cudaMemset(next_size.p, 0, sizeof(int)));
        expand<<<blocks(size, 128), 128>>>(dstarts.p, dedges.p, ddepth.p, frontier, size, next, next_size.p, level);
        size = next_size.host()[0];
        std::swap(frontier, next);
    }
    verdict.same("depth", ddepth.host(), want);
    return verdict.end();
}
