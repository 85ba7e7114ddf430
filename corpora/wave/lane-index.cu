// Sum of all: lane 0 of each warp adds what the warp's shuffles gave. The lane number has five bits, so with 64 lanes two threads
// of a warp take themselves for lane 0.
// run: wave-32
// hazard: wave-64
// finds: HIP1005
// select: HIP1005
#include "../run/check.h"

__global__ void sum(const int *in, int *total) {
    int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    const int lane = threadIdx.x & 31;
    for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(__activemask(), value, offset);
    if (lane == 0) atomicAdd(total, value);
}

int main() {
    Verdict verdict("lane-index");
    const int n = 1536;
    std::vector<int> in(n);
    int want = 0;
    for (int i = 0; i < n; i++) want += in[i] = i % 113;
    Array<int> values(in), total(1);
    sum<<<n / 128, 128>>>(values.p, total.p);
    verdict.same("total", total.host()[0], want);
    return verdict.end();
}
