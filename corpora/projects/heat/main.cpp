// A rod whose ends are held at two temperatures, until it is straight between them.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "step.h"

int main() {
    const int n = 64;
    std::vector<float> rod(n, 0.0f);
    rod[n - 1] = 1.0f;
    float *from, *to;
    cudaMalloc(&from, n * sizeof(float));
    cudaMalloc(&to, n * sizeof(float));
    cudaMemcpy(from, rod.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    for (int i = 0; i < 20000; i++) {
        heat_step(from, to, n, 0.25f);
        std::swap(from, to);
    }
    const cudaError_t status = cudaMemcpy(rod.data(), from, n * sizeof(float), cudaMemcpyDeviceToHost);
    float error = 0.0f;
    for (int i = 0; i < n; i++) error = std::fmax(error, std::fabs(rod[i] - (float)i / (n - 1)));
    cudaFree(from);
    cudaFree(to);
    const bool good = status == cudaSuccess && error < 1e-2f;
    std::printf("%s\n", good ? "PASS" : "FAIL");
    return good ? 0 : 1;
}
