// Counts events by kind; the lanes that are active together elect one of them to touch memory.
// run: wave-32
#include "support.h"

typedef uint32_t lane_mask;

__device__ __forceinline__ int lane_id() { return threadIdx.x & (32 - 1); } // hazard: HIP1005

__device__ int atomic_add_aggregated(int *counter) {
    lane_mask active = __activemask();                    // hazard: HIP1003
    int leader = __ffs(active) - 1;                       // hazard: HIP1004
    int count = __popc(active);                           // hazard: HIP1004
    int start;
    if (lane_id() == leader) start = atomicAdd(counter, count);
    start = __shfl_sync(active, start, leader);           // hazard: (HIP1001) (HIP1002) (HIP1010)
    return start + __popc(active & ((1u << lane_id()) - 1)); // hazard: HIP1004
}

__global__ void classify(const unsigned *events, int *kinds, int *log, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (events[i] % 3 == 0) log[atomic_add_aggregated(&kinds[0])] = i;
    else if (events[i] % 3 == 1) atomic_add_aggregated(&kinds[1]);
    else atomic_add_aggregated(&kinds[2]);
}

int main() {
    const int n = 4096;
    unsigned *events = managed<unsigned>(n);
    int *kinds = managed<int>(3), *log = managed<int>(n);
    int want[3] = {0, 0, 0};
    uint32_t seed = 99;
    for (int i = 0; i < n; i++) {
        events[i] = next_random(seed);
        want[events[i] % 3]++;
    }
    classify<<<n / 64, 64>>>(events, kinds, log, n);
    finish();
    return report("aggregated-counter", std::memcmp(want, kinds, sizeof want) == 0);
}
