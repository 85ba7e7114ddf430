// y = a * x + y on the device, checked against the host.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void saxpy(int n, float a, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 20;
    const float a = 2.0f;
    std::vector<float> x(n), y(n), expected(n);
    for (int i = 0; i < n; i++) {
        x[i] = float(i % 1000) / 8;
        y[i] = float(i % 77);
        expected[i] = a * x[i] + y[i];
    }

    float *d_x, *d_y;
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&d_y, n * sizeof(float));
    cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    saxpy<<<(n + 255) / 256, 256>>>(n, a, d_x, d_y);
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) {
        std::fprintf(stderr, "launch failed: %s\n", cudaGetErrorString(error));
        return 1;
    }

    cudaMemcpy(y.data(), d_y, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);

    int wrong = 0;
    for (int i = 0; i < n; i++) wrong += std::fabs(y[i] - expected[i]) > 1e-5f;
    std::printf("saxpy of %d elements: %s\n", n, wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
