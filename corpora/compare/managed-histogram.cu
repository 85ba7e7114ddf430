// Numbers to their bins, then the bins' running sums, in managed memory. The greatest number has no bin.
// run: wave-any
// launch: 1 count
// variable: bins
#include "../run/check.h"

const int BINS = 10;

__global__ void count(const float *values, int *bins, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int bin = static_cast<int>(values[i] * BINS);
#ifdef RIGHT
    atomicAdd(&bins[bin < BINS ? bin : BINS - 1], 1);
#else
    if (bin < BINS) atomicAdd(&bins[bin], 1);
#endif
}

__global__ void running(int *bins) {
    for (int i = 1; i < BINS; i++) bins[i] += bins[i - 1];
}

int main() {
    Verdict verdict("managed-histogram");
    const int n = 10000;
    float *values;
    int *bins;
    CHECK(cudaMallocManaged(&values, n * sizeof(float)));
    CHECK(cudaMallocManaged(&bins, BINS * sizeof(int)));
    for (int i = 0; i < n; i++) values[i] = static_cast<float>(i % 101) / 100;
    for (int i = 0; i < BINS; i++) bins[i] = 0;
    count<<<blocks(n, 256), 256>>>(values, bins, n);
    running<<<1, 1>>>(bins);
    CHECK(cudaDeviceSynchronize());
    verdict.same("all", bins[BINS - 1], n);
    CHECK(cudaFree(values));
    CHECK(cudaFree(bins));
    return verdict.end();
}
