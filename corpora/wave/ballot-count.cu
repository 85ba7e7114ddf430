// Counts hits: each warp adds the set bits of its ballot. A ballot of 64 lanes does not fit the 32 bits it is kept in.
// run: wave-32
// hazard: wave-64
// finds: HIP1001 HIP1003
#include "../run/check.h"

__global__ void count_hits(const float *x, const float *y, unsigned *hits) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned votes = __ballot_sync(0xffffffffu, x[i] * x[i] + y[i] * y[i] <= 1.0f);
    if (threadIdx.x % warpSize == 0) atomicAdd(hits, __popc(votes));
}

int main() {
    Verdict verdict("ballot-count");
    const int n = 8192;
    const auto x = random_reals(n, 3), y = random_reals(n, 4);
    unsigned want = 0;
    for (int i = 0; i < n; i++) want += x[i] * x[i] + y[i] * y[i] <= 1.0f;
    Array<float> dx(x), dy(y);
    Array<unsigned> hits(1);
    count_hits<<<n / 256, 256>>>(dx.p, dy.p, hits.p);
    verdict.same("hits", hits.host()[0], want);
    return verdict.end();
}
