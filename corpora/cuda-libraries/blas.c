// A program that was never ported: cuBLAS through NVIDIA's own headers.
#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CUDA(call)                                                                                           \
    if ((call) != cudaSuccess) return printf("FAIL line %d\n", __LINE__), 1
#define BLAS(call)                                                                                           \
    do {                                                                                                     \
        cublasStatus_t status_ = (call);                                                                     \
        if (status_ != CUBLAS_STATUS_SUCCESS) return printf("FAIL line %d: %s\n", __LINE__, cublasGetStatusString(status_)), 1; \
    } while (0)

enum { M = 31, N = 17, K = 23 };

int main(void) {
    static float a[M * K], b[N * K], c[M * N];
    static double v[M], w[M];
    for (int i = 0; i < M * K; i++) a[i] = (float)sin(i);
    for (int i = 0; i < N * K; i++) b[i] = (float)cos(i);
    for (int i = 0; i < M; i++) v[i] = i + 1, w[i] = 1.0 / (i + 1);
    float *da, *db, *dc;
    double *dv, *dw;
    CUDA(cudaMalloc((void **)&da, sizeof a));
    CUDA(cudaMalloc((void **)&db, sizeof b));
    CUDA(cudaMalloc((void **)&dc, sizeof c));
    CUDA(cudaMalloc((void **)&dv, sizeof v));
    CUDA(cudaMalloc((void **)&dw, sizeof w));
    cublasHandle_t handle;
    BLAS(cublasCreate(&handle));
    int version = 0;
    BLAS(cublasGetVersion(handle, &version));
    BLAS(cublasSetMatrix(M, K, sizeof(float), a, M, da, M));
    BLAS(cublasSetMatrix(N, K, sizeof(float), b, N, db, N));
    BLAS(cublasSetVector(M, sizeof(double), v, 1, dv, 1));
    BLAS(cublasSetVector(M, sizeof(double), w, 1, dw, 1));

    cudaStream_t stream;
    CUDA(cudaStreamCreate(&stream));
    BLAS(cublasSetStream(handle, stream));
    float alpha = 2, beta = 0;
    BLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, M, N, K, &alpha, da, M, db, N, &beta, dc, M));
    BLAS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, M, N, K, &alpha, da, CUDA_R_32F, M, db, CUDA_R_32F, N, &alpha, dc, CUDA_R_32F,
                      M, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    CUDA(cudaStreamSynchronize(stream));
    BLAS(cublasGetMatrix(M, N, sizeof(float), dc, M, c, M));
    double worst = 0;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < K; k++) sum += (double)a[i + k * M] * b[j + k * N];
            // 2 A B', and once more with twice what was there.
            worst = fmax(worst, fabs(c[i + j * M] - 6 * sum));
        }
    if (worst > 1e-4) return printf("FAIL gemm: %g\n", worst), 1;

    double dot = 0, norm = 0;
    int largest = 0;
    BLAS(cublasDdot(handle, M, dv, 1, dw, 1, &dot));
    BLAS(cublasDnrm2(handle, M, dv, 1, &norm));
    BLAS(cublasIdamax(handle, M, dv, 1, &largest));
    if (fabs(dot - M) > 1e-12 || fabs(norm - sqrt(M * (M + 1) * (2 * M + 1) / 6.0)) > 1e-10 || largest != M)
        return printf("FAIL level 1: %g %g %d\n", dot, norm, largest), 1;
    cublasPointerMode_t mode;
    BLAS(cublasGetPointerMode(handle, &mode));
    if (mode != CUBLAS_POINTER_MODE_HOST) return printf("FAIL pointer mode\n"), 1;
    // Half of the triangle's values are other numbers in HIP: all of them must be converted.
    float one = 1;
    BLAS(cublasStrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 4, 4, &one, da, M, db, N));
    if (cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, -1, 1, 1, &one, da, 1, db, 1, &one, dc, 1) != CUBLAS_STATUS_INVALID_VALUE)
        return printf("FAIL a negative size\n"), 1;
    BLAS(cublasDestroy(handle));
    if (cublasSetStream(handle, 0) != CUBLAS_STATUS_NOT_INITIALIZED) return printf("FAIL a handle that is gone\n"), 1;
    printf("PASS blas %d\n", version);
    return 0;
}
