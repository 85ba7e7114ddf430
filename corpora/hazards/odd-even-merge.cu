// Batcher's odd-even merge sort of runs of 32 numbers, one thread a run: 32 is the run's length, no warp's.
// run: wave-any
#include "support.h"

#include <algorithm>

#define RUN 32

__device__ void order(int &a, int &b) {
    if (a > b) {
        const int t = a;
        a = b;
        b = t;
    }
}

__global__ void sort_runs(int *data, int runs) {
    const int tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= runs) return;
    int v[RUN];
    for (int i = 0; i < RUN; i++) v[i] = data[tid * RUN + i];
    for (int p = 1; p < RUN; p *= 2)
        for (int k = p; k > 0; k /= 2)
            for (int j = k % p; j + k < RUN; j += 2 * k)
                for (int i = 0; i < k && i + j + k < RUN; i++)
                    if ((i + j) / (2 * p) == (i + j + k) / (2 * p)) order(v[i + j], v[i + j + k]);
    for (int i = 0; i < RUN; i++) data[tid * RUN + i] = v[i];
}

int main() {
    const int runs = 50;
    int *data = managed<int>(runs * RUN);
    uint32_t seed = 21;
    for (int i = 0; i < runs * RUN; i++) data[i] = (int)(next_random(seed) >> 1);
    std::vector<int> want(data, data + runs * RUN);
    for (int r = 0; r < runs; r++) std::sort(want.begin() + r * RUN, want.begin() + (r + 1) * RUN);
    sort_runs<<<1, 64>>>(data, runs);
    finish();
    return report("odd-even-merge", std::equal(want.begin(), want.end(), data));
}
