// Matrix products of halves with sums and results in single precision, by the calls that name the type of each matrix.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipBLAS)
// flags: -lhipblas
// nvcc: -lcublas
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <vector>

constexpr int M = 9, N = 7, K = 13;

template <class T> T *copied(const std::vector<T> &host) {
    T *device;
    cudaMalloc(&device, host.size() * sizeof(T));
    cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
    return device;
}

int main() {
    std::vector<__half> a(M * K), b(K * N);
    std::vector<float> c(M * N), want(M * N);
    for (int i = 0; i < M * K; i++) a[i] = __float2half(float(i % 11) - 5);
    for (int i = 0; i < K * N; i++) b[i] = __float2half(float(i % 7) / 4);
    for (int i = 0; i < M * N; i++) c[i] = float(i);
    const float alpha = 0.5f, beta = 2;
    for (int column = 0; column < N; column++)
        for (int row = 0; row < M; row++) {
            float sum = 0;
            for (int k = 0; k < K; k++) sum += __half2float(a[row + k * M]) * __half2float(b[k + column * K]);
            want[row + column * M] = alpha * sum + beta * c[row + column * M];
        }

    __half *da = copied(a), *db = copied(b);
    float *dc = copied(c);
    cublasHandle_t handle;
    cublasCreate(&handle);
    cublasStatus_t status = cublasSgemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &alpha, da, CUDA_R_16F, M, db, CUDA_R_16F, K, &beta,
                                          dc, CUDA_R_32F, M);
    std::vector<float> got(M * N);
    cudaMemcpy(got.data(), dc, got.size() * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = status != CUBLAS_STATUS_SUCCESS;
    for (int i = 0; i < M * N; i++) wrong += got[i] != want[i];
    cublasDestroy(handle);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    puts(wrong ? "FAIL" : "PASS mixed-precision-gemm");
    return wrong != 0;
}
