// k-means: nearest centre by thread, sums by integer atomics in shared memory, new centres by a small kernel.
// run: wave-any
#include "check.h"

constexpr int k = 5;

__host__ __device__ inline int nearest(const int2 *centres, int2 p) {
    int best = 0;
    long long least = 1ll << 60;
    for (int c = 0; c < k; c++) {
        const long long dx = centres[c].x - p.x, dy = centres[c].y - p.y, d = dx * dx + dy * dy;
        if (d < least) least = d, best = c;
    }
    return best;
}

__global__ void assign(const int2 *points, int n, const int2 *centres, int *sums) {
    __shared__ int s[3 * k];
    if (threadIdx.x < 3 * k) s[threadIdx.x] = 0;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        const int c = nearest(centres, points[i]);
        atomicAdd(&s[3 * c], points[i].x);
        atomicAdd(&s[3 * c + 1], points[i].y);
        atomicAdd(&s[3 * c + 2], 1);
    }
    __syncthreads();
    if (threadIdx.x < 3 * k) atomicAdd(&sums[threadIdx.x], s[threadIdx.x]);
}

__global__ void settle(int2 *centres, int *sums) {
    const int c = threadIdx.x, count = sums[3 * c + 2];
    if (count) centres[c] = make_int2(sums[3 * c] / count, sums[3 * c + 1] / count);
    sums[3 * c] = sums[3 * c + 1] = sums[3 * c + 2] = 0;
}

int main() {
    Verdict verdict("kmeans");
    const int n = 4000;
    const auto words = random_words(3 * n);
    std::vector<int2> points(n), centres(k);
    for (int i = 0; i < n; i++) {
        const int c = words[3 * i] % k;
        points[i] = make_int2(c * 1000 % 3000 + words[3 * i + 1] % 700, c * 700 + words[3 * i + 2] % 600);
    }
    for (int c = 0; c < k; c++) centres[c] = points[c];
    Array<int2> dp(points), dc(centres);
    Array<int> sums(3 * k);
    for (int turn = 0; turn < 10; turn++) {
        assign<<<blocks(n, 128), 128>>>(dp.p, n, dc.p, sums.p);
        settle<<<1, k>>>(dc.p, sums.p);
        int s[3 * k] = {};
        for (const auto &p : points) {
            const int c = nearest(centres.data(), p);
            s[3 * c] += p.x, s[3 * c + 1] += p.y, s[3 * c + 2]++;
        }
        for (int c = 0; c < k; c++)
            if (s[3 * c + 2]) centres[c] = make_int2(s[3 * c] / s[3 * c + 2], s[3 * c + 1] / s[3 * c + 2]);
    }
    std::vector<int> got, want;
    for (const auto &c : dc.host()) got.insert(got.end(), {c.x, c.y});
    for (const auto &c : centres) want.insert(want.end(), {c.x, c.y});
    verdict.same("centres", got, want);
    return verdict.end();
}
