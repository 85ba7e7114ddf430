// Ranges and marks for profilers: a thread's ranges nest, and threads end what others began.
// run: wave-any
// targets: gpus,cpu needs hip-6.0 (roctx has a package of its own with older ones)
#include "check.h"

#include <nvtx3/nvToolsExt.h>

#include <thread>

__global__ void fill(int *values) { values[threadIdx.x] = threadIdx.x; }

// Where no profiler listens, NVTX gives a negative number for each range.
static bool is_level(int level, int expected) { return level == expected || level < 0; }

int main() {
    Verdict verdict("profiler-ranges");
    int *values;
    CHECK(cudaMallocManaged(&values, 32 * sizeof(int)));
    verdict.same("outer", is_level(nvtxRangePushA("outer"), 0), true);
    verdict.same("inner", is_level(nvtxRangePush("inner"), 1), true);
    fill<<<1, 32>>>(values);
    nvtxMarkA("launched");
    CHECK(cudaDeviceSynchronize());
    verdict.same("end of inner", is_level(nvtxRangePop(), 1), true);
    const nvtxRangeId_t range = nvtxRangeStartA("of the process");
    std::thread other([&] {
        verdict.same("first of a thread", is_level(nvtxRangePushA("thread"), 0), true);
        nvtxRangePop();
        nvtxRangeEnd(range);
    });
    other.join();
    verdict.same("end of outer", is_level(nvtxRangePop(), 0), true);
    verdict.same("end of none", nvtxRangePop() < 0, true);
    for (int i = 0; i < 32; i++) verdict.same("value", values[i], i);
    CHECK(cudaFree(values));
    return verdict.end();
}
