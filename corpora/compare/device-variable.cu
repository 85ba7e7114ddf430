// A running mean in a device variable. Its weight is an integer division.
// run: wave-any
// launch: 3 add_to_mean
// variable: mean
#include "../run/check.h"

__device__ float mean;

__global__ void sum(const float *values, float *total, int n) {
    float all = 0;
    for (int i = 0; i < n; i++) all += values[i];
    *total = all;
}

__global__ void add_to_mean(const float *total, int n, int before) {
#ifdef RIGHT
    const float weight = static_cast<float>(before) / (before + 1);
#else
    const float weight = before / (before + 1);
#endif
    mean = mean * weight + *total / n * (before > 0 ? 1 - weight : 1);
}

__global__ void scale(float *values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] *= 3;
}

int main() {
    Verdict verdict("device-variable");
    const int n = 256;
    Array<float> values(std::vector<float>(n, 2.0f)), total(1);
    sum<<<1, 1>>>(values.p, total.p, n);
    scale<<<1, n>>>(values.p, n);
    add_to_mean<<<1, 1>>>(total.p, n, 1);
    sum<<<1, 1>>>(values.p, total.p, n);
    add_to_mean<<<1, 1>>>(total.p, n, 2);
    float got = 0;
    CHECK(cudaMemcpyFromSymbol(&got, mean, sizeof got));
    verdict.same("mean", got, 0.5f * 2 * 2 / 3 + 6.0f * (1 - 2.0f / 3), 1e-5);
    return verdict.end();
}
