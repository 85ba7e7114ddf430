// One thread for each pair of points: more threads in a row than an AMD GPU launches.
// run: no
#include "support.h"

__global__ void near_pairs(const float *x, int n, unsigned long long *count) {
    const unsigned long long pair = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    const int a = (int)(pair / n), b = (int)(pair % n);
    if (a < n && a < b && fabsf(x[a] - x[b]) < 1.0f) atomicAdd(count, 1ull);
}

int main() {
    const int n = 90000;
    float *x = managed<float>(n);
    unsigned long long *count = managed<unsigned long long>(1);
    for (int i = 0; i < n; i++) x[i] = 2.0f * (i / 2);
    near_pairs<<<16777216, 512>>>(x, n, count); // hazard: HIP2007
    finish();
    return report("huge-grid", *count == n / 2);
}
