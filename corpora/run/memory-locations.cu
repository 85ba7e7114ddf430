// Advice and prefetches of managed memory by CUDA 13's locations, beside those by a device's number.
// run: wave-any
// nvcc: none, it has names of CUDA 12 and of CUDA 13
#include "check.h"

__global__ void increment(int *values) { values[threadIdx.x]++; }

int main() {
    Verdict verdict("memory-locations");
    int *values;
    const size_t bytes = 64 * sizeof(int);
    CHECK(cudaMallocManaged(&values, bytes));
    for (int i = 0; i < 64; i++) values[i] = i;
    cudaMemLocation device{};
    device.type = cudaMemLocationTypeDevice;
    device.id = 0;
    const cudaMemLocation host = {cudaMemLocationTypeHost, 0};
    CHECK(cudaMemAdvise_v2(values, bytes, cudaMemAdviseSetPreferredLocation, device));
    CHECK(cudaMemPrefetchAsync(values, bytes, device, 0, nullptr));
    increment<<<1, 64>>>(values);
    CHECK(cudaMemPrefetchAsync(values, bytes, host, 0, nullptr));
    CHECK(cudaDeviceSynchronize());
    int preferred = -1, last = 0;
    CHECK(cudaMemRangeGetAttribute(&preferred, sizeof(int), cudaMemRangeAttributePreferredLocation, values, bytes));
    CHECK(cudaMemRangeGetAttribute(&last, sizeof(int), cudaMemRangeAttributeLastPrefetchLocation, values, bytes));
    verdict.same("preferred", preferred, 0);
    verdict.same("last", last, cudaCpuDeviceId);
    for (int i = 0; i < 64; i++) verdict.same("value", values[i], i + 1);
    CHECK(cudaFree(values));
    return verdict.end();
}
