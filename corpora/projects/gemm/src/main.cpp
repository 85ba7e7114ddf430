// Multiplies matrices four ways and compares them with the host.

#include "gemm.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

static bool close(const char *name, const std::vector<float> &expected, const float *device, float tolerance) {
    std::vector<float> got(expected.size());
    if (cudaMemcpy(got.data(), device, got.size() * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return false;
    float worst = 0;
    for (size_t i = 0; i < got.size(); i++) worst = std::max(worst, std::fabs(got[i] - expected[i]));
    std::printf("%-12s worst difference %g: %s\n", name, worst, worst < tolerance ? "PASS" : "FAIL");
    return worst < tolerance;
}

int main() {
    const int n = 250, count = n * n;
    std::vector<float> a(count), b(count), c(count);
    // Values that half precision holds exactly.
    for (int i = 0; i < count; i++) {
        a[i] = float(i % 13 - 6) / 8;
        b[i] = float(i % 11 - 5) / 8;
    }
    for (int column = 0; column < n; column++)
        for (int row = 0; row < n; row++) {
            double sum = 0;
            for (int k = 0; k < n; k++) sum += double(a[k * n + row]) * b[column * n + k];
            c[column * n + row] = float(sum);
        }

    float *d_a, *d_b, *d_c;
    __half *h_a, *h_b;
    cudaMalloc(reinterpret_cast<void **>(&d_a), count * sizeof(float));
    cudaMalloc(reinterpret_cast<void **>(&d_b), count * sizeof(float));
    cudaMalloc(reinterpret_cast<void **>(&d_c), count * sizeof(float));
    cudaMalloc(reinterpret_cast<void **>(&h_a), count * sizeof(__half));
    cudaMalloc(reinterpret_cast<void **>(&h_b), count * sizeof(__half));
    cudaMemcpy(d_a, a.data(), count * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), count * sizeof(float), cudaMemcpyHostToDevice);

    cudaStream_t stream;
    cudaStreamCreate(&stream);
    bool good = to_half(count, d_a, h_a, stream) == cudaSuccess && to_half(count, d_b, h_b, stream) == cudaSuccess;

    const auto clear = [&] { cudaMemsetAsync(d_c, 0, count * sizeof(float), stream); };
    const auto finish = [&](const char *name, int status) {
        cudaStreamSynchronize(stream);
        return status == 0 && close(name, c, d_c, 1e-2f);
    };
    clear();
    good &= finish("tiled", gemm_tiled(n, d_a, d_b, d_c, stream));
    clear();
    good &= finish("half", gemm_half(n, h_a, h_b, d_c, stream));
    clear();
    good &= finish("vendor", gemm_vendor(n, d_a, d_b, d_c, stream));
    clear();
    good &= finish("vendor half", gemm_vendor_half(n, h_a, h_b, d_c, stream));

    cudaStreamDestroy(stream);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    cudaFree(h_a);
    cudaFree(h_b);
    cudaDeviceReset();
    std::printf("gemm: %s\n", good ? "PASS" : "FAIL");
    return !good;
}
