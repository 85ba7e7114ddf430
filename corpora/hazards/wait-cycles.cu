// Kernels that wait for a number of cycles, to keep a stream busy.
// run: no
#include "support.h"

__global__ void spin(long long cycles) {
    const long long start = clock64(); // hazard: (HIP2016)
    while (clock64() - start < cycles) { // hazard: HIP2045 (HIP2016)
    }
}

__global__ void spin_and_store(clock_t *out, clock_t count) {
    const clock_t begin = clock(); // hazard: (HIP2016)
    clock_t passed = 0;
    while (passed < count) {
        const clock_t now = clock(); // hazard: HIP2045 (HIP2016)
        passed = now - begin;
    }
    if (threadIdx.x == 0) out[blockIdx.x] = passed;
}

__global__ void stamps(long long *out, const int *in) {
    for (int i = threadIdx.x; i < 64; i += blockDim.x) out[i] = in[i] > 0 ? clock64() : 0; // hazard: (HIP2016)
}

int main() {
    clock_t *out = managed<clock_t>(4);
    long long *times = managed<long long>(64);
    int *in = managed<int>(64);
    spin<<<1, 1>>>(1 << 22);
    spin_and_store<<<4, 64>>>(out, 1 << 20);
    stamps<<<1, 64>>>(times, in);
    finish();
    return report("wait-cycles", out[0] >= 1 << 20);
}
