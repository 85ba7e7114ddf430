// Offsets of warps: each warp reserves room for what its scan came to, which its last lane has. That is lane 31 of 32.
// run: wave-32
// hazard: wave-64
// finds: HIP1011
// select: HIP1011
#include "../run/check.h"

__global__ void reserve(const int *sizes, int *used) {
    const int lane = threadIdx.x % warpSize;
    int sum = sizes[blockIdx.x * blockDim.x + threadIdx.x];
    for (int delta = 1; delta < warpSize; delta *= 2) {
        const int below = __shfl_up_sync(__activemask(), sum, delta);
        if (lane >= delta) sum += below;
    }
    const int whole = __shfl_sync(__activemask(), sum, 31);
    if (lane == 0) atomicAdd(used, whole);
}

int main() {
    Verdict verdict("last-lane");
    const int n = 1280;
    std::vector<int> sizes(n);
    int want = 0;
    for (int i = 0; i < n; i++) want += sizes[i] = i % 17;
    Array<int> all(sizes), used(1);
    reserve<<<n / 256, 256>>>(all.p, used.p);
    verdict.same("used", used.host()[0], want);
    return verdict.end();
}
