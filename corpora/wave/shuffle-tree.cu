// Sum by a tree of shuffles that starts at 16: with 64 lanes lane 0 gets the lower half's sum.
// run: wave-32
// hazard: wave-64
// finds: HIP1009
#include "../run/check.h"

__global__ void sum(const float *in, float *total) {
    float value = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int offset = 16; offset > 0; offset >>= 1) value += __shfl_down_sync(__activemask(), value, offset);
    if (threadIdx.x % warpSize == 0) atomicAdd(total, value);
}

int main() {
    Verdict verdict("shuffle-tree");
    const int n = 4096;
    const std::vector<float> in(n, 0.25f);
    Array<float> values(in), total(1);
    sum<<<n / 256, 256>>>(values.p, total.p);
    verdict.same("total", total.host()[0], n * 0.25f);
    return verdict.end();
}
