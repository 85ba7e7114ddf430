// Times a loop in a kernel by the clock of the multiprocessor, in nanoseconds by the clock rate.
// run: no
#include "support.h"

__global__ void timed(float *x, int rounds, long long *cycles) {
    const long long start = clock64(); // hazard: HIP2016 (HIP2045)
    float v = x[threadIdx.x];
    for (int i = 0; i < rounds; i++) v = v * 1.0001f + 0.5f;
    x[threadIdx.x] = v;
    if (threadIdx.x == 0) *cycles = clock64() - start; // hazard: HIP2016
}

int main() {
    float *x = managed<float>(128);
    long long *cycles = managed<long long>(1);
    timed<<<1, 128>>>(x, 1000, cycles);
    finish();
    int kilohertz = 0;
    CUDA_CHECK(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0));
    const double nanoseconds = *cycles * 1e6 / (kilohertz > 0 ? kilohertz : 1); // hazard: (HIP2016)
    std::printf("%.0f ns\n", nanoseconds);
    return report("cycle-timer", *cycles > 0);
}
