// Looks for a graph's impossible edges; what it finds stops the kernel.
// run: wave-any
#include "support.h"

#include <cassert>

__global__ void check_edges(const int2 *edges, int count, int vertices, int *loops) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    assert(edges[i].x >= 0 && edges[i].x < vertices);  // hazard: HIP2015
    if (edges[i].y < 0 || edges[i].y >= vertices) __trap(); // hazard: HIP2015
    if (edges[i].x == edges[i].y) atomicAdd(loops, 1);
}

int main() {
    const int n = 200, vertices = 50;
    int2 *edges = managed<int2>(n);
    int *loops = managed<int>(1), want = 0;
    for (int i = 0; i < n; i++) {
        edges[i] = make_int2(i % vertices, i * 7 % vertices);
        want += edges[i].x == edges[i].y;
    }
    assert(want < n);
    check_edges<<<1, 256>>>(edges, n, vertices, loops);
    finish();
    return report("device-checks", *loops == want);
}
