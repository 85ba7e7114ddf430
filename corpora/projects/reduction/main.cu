#include "reduce.h"

#include <cmath>
#include <cstdio>
#include <vector>

template <class T> static bool check(const char *name, Method method, const std::vector<T> &values, double tolerance) {
    T *device;
    if (cudaMalloc(&device, values.size() * sizeof(T)) != cudaSuccess) return false;
    cudaMemcpy(device, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    const double got = reduce(method, device, values.size());
    const double expected = double(reduce_on_host(values.data(), values.size()));
    cudaFree(device);
    const bool good = std::fabs(got - expected) <= tolerance * std::fabs(expected);
    std::printf("%-20s %.6g, expected %.6g: %s\n", name, got, expected, good ? "PASS" : "FAIL");
    return good;
}

int main() {
    const size_t count = (1 << 21) + 12345;
    std::vector<float> reals(count);
    std::vector<int> integers(count);
    for (size_t i = 0; i < count; i++) {
        reals[i] = float(i % 1024) / 1024;
        integers[i] = int(i % 7) - 2;
    }
    bool good = true;
    const struct {
        const char *name;
        Method method;
    } methods[] = {{"shared memory", Method::shared_memory},
                   {"warp shuffle", Method::warp_shuffle},
                   {"cooperative groups", Method::cooperative_groups},
                   {"atomic", Method::atomic}};
    for (const auto &each : methods) {
        good &= check(each.name, each.method, reals, 1e-4);
        good &= check(each.name, each.method, integers, 0);
    }
    std::printf("reduction: %s\n", good ? "PASS" : "FAIL");
    return good ? 0 : 1;
}
