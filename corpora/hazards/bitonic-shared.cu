// A bitonic network in shared memory, with a barrier for each stage.
// run: wave-any
#include "support.h"

#include <algorithm>

constexpr int N = 512;

__global__ void bitonic(unsigned *keys) {
    __shared__ unsigned s[N];
    const int tid = threadIdx.x;
    s[tid] = keys[tid];
    for (int size = 2; size <= N; size <<= 1)
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            __syncthreads();
            const int partner = tid ^ stride;
            if (partner > tid) {
                const bool up = (tid & size) == 0;
                if ((s[tid] > s[partner]) == up) {
                    const unsigned t = s[tid];
                    s[tid] = s[partner];
                    s[partner] = t;
                }
            }
        }
    __syncthreads();
    keys[tid] = s[tid];
}

int main() {
    unsigned *keys = managed<unsigned>(N);
    uint32_t seed = 11;
    for (int i = 0; i < N; i++) keys[i] = next_random(seed);
    std::vector<unsigned> want(keys, keys + N);
    std::sort(want.begin(), want.end());
    bitonic<<<1, N>>>(keys);
    finish();
    return report("bitonic-shared", std::equal(want.begin(), want.end(), keys));
}
