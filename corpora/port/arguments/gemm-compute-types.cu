// compile: needs hipblas/hipblas.h
#include <cublas_v2.h>

// The type of the sums: one of CUDA's data types before CUDA 11, one of cuBLAS's own since.
void products(cublasHandle_t handle, int n, const float *alpha, const void *a, const void *b, const float *beta, void *c, const void *const *all,
              void *const *results) {
    cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, alpha, a, CUDA_R_16F, n, b, CUDA_R_16F, n, beta, c, CUDA_R_32F, n, CUDA_R_32F,
                 CUBLAS_GEMM_DEFAULT);
    cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, alpha, a, CUDA_R_16F, n, b, CUDA_R_16F, n, beta, c, CUDA_R_32F, n,
                 CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    cublasGemmStridedBatchedEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, alpha, a, CUDA_C_32F, n, n * n, b, CUDA_C_32F, n, n * n, beta, c,
                               CUDA_C_32F, n, n * n, 4, CUDA_C_32F, CUBLAS_GEMM_DEFAULT);
    cublasGemmBatchedEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, alpha, all, CUDA_R_8I, n, all, CUDA_R_8I, n, beta, results, CUDA_R_32I, n, 4,
                        CUDA_R_32I, CUBLAS_GEMM_DEFAULT);
}
