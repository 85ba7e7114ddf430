// A kernel that meets in hundreds of places: shuffles of a loop that is unrolled, with a barrier and a branch among them.
// run: wave-any
#include "check.h"

const int rounds = 360, threads = 128;

__device__ unsigned one_round(int round, unsigned value, unsigned *shared) {
    value = value * 1664525u + __shfl_xor_sync(0xffffffffu, value, 1 << round % 5, 32);
    if (round % 40 == 0) {
        shared[threadIdx.x] = value;
        __syncthreads();
        value += shared[threads - 1 - threadIdx.x];
        __syncthreads();
    }
    return value;
}

// Rounds from `First` down to `Last`, in halves, so that templates are not deep.
template <int First, int Last> __device__ unsigned mixed(unsigned value, unsigned *shared) {
    if constexpr (First == Last) {
        return one_round(First, value, shared);
    } else {
        constexpr int middle = (First + Last) / 2;
        return mixed<middle, Last>(mixed<First, middle + 1>(value, shared), shared);
    }
}

__global__ void mix(const unsigned *in, unsigned *out) {
    __shared__ unsigned shared[threads];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned value = mixed<rounds, 1>(in[i], shared);
    out[i] = threadIdx.x % 3 ? value : value ^ 0x55555555u;
}

void mixed_on_the_host(unsigned *block) {
    for (int round = rounds; round > 0; --round) {
        const std::vector<unsigned> before(block, block + threads);
        for (int t = 0; t < threads; ++t) block[t] = before[t] * 1664525u + before[t ^ 1 << round % 5];
        if (round % 40) continue;
        const std::vector<unsigned> shared(block, block + threads);
        for (int t = 0; t < threads; ++t) block[t] += shared[threads - 1 - t];
    }
    for (int t = 0; t < threads; t += 3) block[t] ^= 0x55555555u;
}

int main() {
    Verdict verdict("many-shuffles");
    const int count = 10;
    std::vector<unsigned> want = random_words(count * threads);
    Array<unsigned> in(want), out(want.size());
    mix<<<count, threads>>>(in.p, out.p);
    for (int block = 0; block < count; ++block) mixed_on_the_host(want.data() + block * threads);
    verdict.same("mixed", out.host(), want);
    return verdict.end();
}
