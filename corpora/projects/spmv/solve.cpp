// Solves a positive definite system by the factor of Cholesky.

#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#include <cusolverDn.h>
#include <vector>

int main() {
    const int n = 64;
    std::vector<double> a(n * n), x(n), b(n);
    for (int i = 0; i < n; i++) {
        x[i] = 1 + i % 5;
        for (int j = 0; j < n; j++) a[i * n + j] = i == j ? n : 1.0 / (1 + std::abs(i - j));
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) b[i] += a[j * n + i] * x[j];

    double *d_a, *d_b, *work;
    int *info, host_info[2] = {-1, -1}, lwork = 0;
    cudaMalloc((void **)&d_a, n * n * sizeof(double));
    cudaMalloc((void **)&d_b, n * sizeof(double));
    cudaMalloc((void **)&info, 2 * sizeof(int));
    cudaMemcpy(d_a, a.data(), n * n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), n * sizeof(double), cudaMemcpyHostToDevice);

    cusolverDnHandle_t handle;
    bool good = cusolverDnCreate(&handle) == CUSOLVER_STATUS_SUCCESS;
    good = good && cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, n, d_a, n, &lwork) == CUSOLVER_STATUS_SUCCESS;
    cudaMalloc((void **)&work, (lwork + 1) * sizeof(double));
    good = good && cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, n, d_a, n, work, lwork, info) == CUSOLVER_STATUS_SUCCESS;
    good = good && cusolverDnDpotrs(handle, CUBLAS_FILL_MODE_LOWER, n, 1, d_a, n, d_b, n, info + 1) == CUSOLVER_STATUS_SUCCESS;
    cudaDeviceSynchronize();
    cudaMemcpy(host_info, info, sizeof host_info, cudaMemcpyDeviceToHost);
    cudaMemcpy(b.data(), d_b, n * sizeof(double), cudaMemcpyDeviceToHost);
    cusolverDnDestroy(handle);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(work);
    cudaFree(info);

    double worst = 0;
    for (int i = 0; i < n; i++) worst = std::fmax(worst, std::fabs(b[i] - x[i]));
    good = good && !host_info[0] && !host_info[1] && worst < 1e-9;
    std::printf("solve: worst difference %g: %s\n", worst, good ? "PASS" : "FAIL");
    return !good;
}
