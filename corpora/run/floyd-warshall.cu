// Shortest paths between all vertices, one launch a middle vertex.
// run: wave-any
#include "check.h"

#include <algorithm>

__global__ void relax(int *d, int n, int k) {
    const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
    if (j < n) d[i * n + j] = min(d[i * n + j], d[i * n + k] + d[k * n + j]); // hipify-check: allow(race/warp, race/global) row and column k stay as they are
}

int main() {
    Verdict verdict("floyd-warshall");
    const int n = 90;
    std::vector<int> d(n * n);
    const auto words = random_words(n * n);
    for (int i = 0; i < n * n; i++) d[i] = i % (n + 1) == 0 ? 0 : words[i] % 7 == 0 ? words[i] % 100 + 1 : 1000000;
    Array<int> device(d);
    for (int k = 0; k < n; k++) relax<<<dim3(blocks(n, 64), n), 64>>>(device.p, n, k);
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) d[i * n + j] = std::min(d[i * n + j], d[i * n + k] + d[k * n + j]);
    verdict.same("distance", device.host(), d);
    return verdict.end();
}
