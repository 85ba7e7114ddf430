// Alignment of two sequences: tiles along each diagonal are independent, and so are the cells along a tile's diagonals.
// run: wave-any
#include "check.h"

#include <algorithm>

constexpr int tile = 16, penalty = 2;

__host__ __device__ inline int likeness(char a, char b) { return a == b ? 3 : -1; }

__global__ void align(int *score, const char *a, const char *b, int n, int diagonal, int first) {
    __shared__ int s[tile + 1][tile + 1];
    const int bx = blockIdx.x + first, by = diagonal - bx, t = threadIdx.x, width = n + 1;
    const int x0 = bx * tile, y0 = by * tile;
    s[0][t + 1] = score[y0 * width + x0 + t + 1];
    s[t + 1][0] = score[(y0 + t + 1) * width + x0];
    if (t == 0) s[0][0] = score[y0 * width + x0];
    __syncthreads();
    for (int d = 0; d < 2 * tile - 1; d++) {
        const int y = t, x = d - t;
        if (x >= 0 && x < tile) {
            const int match = s[y][x] + likeness(a[y0 + y], b[x0 + x]);
            s[y + 1][x + 1] = max(match, max(s[y][x + 1], s[y + 1][x]) - penalty);
        }
        __syncthreads();
    }
    for (int y = 0; y < tile; y++) score[(y0 + y + 1) * width + x0 + t + 1] = s[y + 1][t + 1];
}

int main() {
    Verdict verdict("needleman-wunsch");
    const int n = 10 * tile, width = n + 1;
    std::vector<char> a(n), b(n);
    const auto words = random_words(2 * n);
    for (int i = 0; i < n; i++) a[i] = "ACGT"[words[i] % 4], b[i] = words[n + i] % 3 ? a[i] : "ACGT"[words[n + i] / 3 % 4];
    std::vector<int> want(width * width);
    for (int i = 0; i <= n; i++) want[i] = want[i * width] = -penalty * i;
    Array<int> score(want);
    Array<char> da(a), db(b);
    for (int d = 0; d < 2 * (n / tile) - 1; d++) {
        const int first = d < n / tile ? 0 : d - n / tile + 1, last = d < n / tile ? d : n / tile - 1;
        align<<<last - first + 1, tile>>>(score.p, da.p, db.p, n, d, first);
    }
    for (int y = 1; y <= n; y++)
        for (int x = 1; x <= n; x++) {
            const int gap = std::max(want[(y - 1) * width + x], want[y * width + x - 1]) - penalty;
            want[y * width + x] = std::max(want[(y - 1) * width + x - 1] + likeness(a[y - 1], b[x - 1]), gap);
        }
    verdict.same("score", score.host(), want);
    return verdict.end();
}
