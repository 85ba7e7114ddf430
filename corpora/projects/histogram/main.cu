#include "histogram.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

__global__ void generate(uint8_t *bytes, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) bytes[i] = uint8_t((unsigned(i) * 2654435761u) >> 24);
}

template <class F> __global__ void for_each(int count, F f) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) f(i);
}

int main() {
    const int count = 1000003;
    uint8_t *bytes;
    unsigned *bins;
    int *positions;
    cudaMalloc(&bytes, count);
    cudaMalloc(&bins, kBins * sizeof(unsigned));
    cudaMalloc(&positions, count * sizeof(int));
    generate<<<(count + 255) / 256, 256>>>(bytes, count);
    // Some bytes are frequent, so that lanes meet.
    for_each<<<(count / 2 + 255) / 256, 256>>>(count / 2, [=] __device__(int i) { bytes[i] = bytes[i] & 0x0f; });

    std::vector<uint8_t> host(count);
    cudaMemcpy(host.data(), bytes, count, cudaMemcpyDeviceToHost);
    std::vector<unsigned> expected(kBins), got(kBins);
    for (uint8_t byte : host) expected[byte / 4]++;

    bool good = true;
    const auto check = [&](const char *name, const std::function<void(const uint8_t *, int, unsigned *)> &run) {
        run(bytes, count, bins);
        cudaMemcpy(got.data(), bins, kBins * sizeof(unsigned), cudaMemcpyDeviceToHost);
        good &= got == expected;
        std::printf("%-12s %s\n", name, got == expected ? "PASS" : "FAIL");
    };
    check("shared", histogram_shared);
    check("aggregated", histogram_aggregated);

    std::vector<int> wanted;
    for (int i = 0; i < count; i++)
        if (host[i] > 200) wanted.push_back(i);
    std::vector<int> found(compact(bytes, count, 200, positions));
    cudaMemcpy(found.data(), positions, found.size() * sizeof(int), cudaMemcpyDeviceToHost);
    std::sort(found.begin(), found.end());
    good &= found == wanted;
    std::printf("%-12s %s\n", "compact", found == wanted ? "PASS" : "FAIL");

    good &= cudaDeviceSynchronize() == cudaSuccess;
    cudaFree(bytes);
    cudaFree(bins);
    cudaFree(positions);
    std::printf("histogram: %s\n", good ? "PASS" : "FAIL");
    return !good;
}
