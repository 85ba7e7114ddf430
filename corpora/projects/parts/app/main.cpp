// A program whose kernel is in a library of another folder of the project.
#include <cuda_runtime_api.h>

#include <cstdio>
#include <vector>

#include "scale.h"

int main() {
    const int n = 1000;
    std::vector<float> numbers(n, 2.0f);
    float *device = nullptr;
    cudaMalloc((void **)&device, n * sizeof(float));
    cudaMemcpy(device, numbers.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    scale(device, n, 1.5f);
    const cudaError_t status = cudaMemcpy(numbers.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(device);
    bool good = status == cudaSuccess;
    for (float number : numbers) good &= number == 3.0f;
    std::printf("%s\n", good ? "PASS" : "FAIL");
    return good ? 0 : 1;
}
