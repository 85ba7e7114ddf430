// Refuses a device whose warps have not 32 lanes, though nothing in it needs them.
// run: wave-32
// hazard: wave-64
// finds: HIP1019
// fix: manual
#include "../run/check.h"

__global__ void twice(int *values) { values[threadIdx.x] *= 2; }

int main() {
    Verdict verdict("warp-check");
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    if (properties.warpSize != 32) {
        std::printf("this program needs warps of 32 threads\nFAIL warp-check\n");
        return 1;
    }
    Array<int> values(std::vector<int>(64, 21));
    twice<<<1, 64>>>(values.p);
    verdict.same("values", values.host(), std::vector<int>(64, 42));
    return verdict.end();
}
