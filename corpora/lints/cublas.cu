// compile: gfx90a needs hip-6.4 hipblas/hipblas.h
#define HIPBLAS_V2
#include <cublas_v2.h>

void multiply(cublasHandle_t h, float *a, void *A, void *B, void *C) {
    cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, a, A, CUDA_R_16F, 4, B, CUDA_R_16F, 4, a, C, CUDA_R_16F, 4,
                 CUDA_R_32F, CUBLAS_GEMM_DEFAULT); // fires
    cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, a, A, CUDA_R_16F, 4, B, CUDA_R_16F, 4, a, C, CUDA_R_16F, 4,
                 CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}
