// Breadth-first search whose frontier and visited set are bitmaps.
// run: wave-any
#include "support.h"

__global__ void expand(const int *offsets, const int *edges, const unsigned *frontier, unsigned *next, unsigned *visited, int *depth,
                       int level, int vertices) {
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v >= vertices || !(frontier[v / 32] & (1u << (v & 31)))) return;
    for (int e = offsets[v]; e < offsets[v + 1]; e++) {
        const int to = edges[e];
        const unsigned bit = 1u << (to % 32);
        if (!(atomicOr(&visited[to / 32], bit) & bit)) {
            depth[to] = level + 1;
            atomicOr(&next[to >> 5], bit);
        }
    }
}

int main() {
    const int side = 20, vertices = side * side, words = (vertices + 31) / 32;
    std::vector<int> edges;
    int *offsets = managed<int>(vertices + 1), *depth = managed<int>(vertices);
    for (int v = 0; v < vertices; v++) {
        if (v % side + 1 < side) edges.push_back(v + 1);
        if (v + side < vertices) edges.push_back(v + side);
        offsets[v + 1] = (int)edges.size();
    }
    int *device_edges = managed<int>(edges.size());
    std::copy(edges.begin(), edges.end(), device_edges);
    unsigned *frontier = managed<unsigned>(words), *next = managed<unsigned>(words), *visited = managed<unsigned>(words);
    frontier[0] = visited[0] = 1;
    for (int level = 0; level < 2 * side; level++) {
        expand<<<(vertices + 127) / 128, 128>>>(offsets, device_edges, frontier, next, visited, depth, level, vertices);
        finish();
        std::swap(frontier, next);
        std::memset(next, 0, words * sizeof(unsigned));
    }
    bool right = true;
    for (int v = 0; v < vertices; v++) right = right && depth[v] == v % side + v / side;
    return report("bfs-bitmap", right);
}
