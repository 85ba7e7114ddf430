// Sums by the warp's own reduction, whose mask names 32 lanes.
// run: wave-32
// hazard: wave-64
// finds: HIP1001
// port: mends
#include "../run/check.h"

__global__ void sum(const unsigned *in, unsigned *total) {
    const unsigned all = __reduce_add_sync(0xffffffffu, in[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x % warpSize == 0) atomicAdd(total, all);
}

int main() {
    Verdict verdict("reduce-sync");
    const int n = 2048;
    std::vector<unsigned> in(n);
    unsigned want = 0;
    for (int i = 0; i < n; i++) want += in[i] = i % 19;
    Array<unsigned> values(in), total(1);
    sum<<<n / 256, 256>>>(values.p, total.p);
    verdict.same("total", total.host()[0], want);
    return verdict.end();
}
