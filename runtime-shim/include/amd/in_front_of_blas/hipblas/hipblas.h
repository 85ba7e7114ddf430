// AMD's `hipblas.h`, the half type that CUDA's `cublas_v2.h` brings with it, `cublasSetWorkspace`, and products of matrices of that
// type: AMD's header has them with `uint16_t`, unless `HIPBLAS_USE_HIP_HALF` is defined, in HIP 6 or later.
#pragma once
#pragma clang system_header
#include <hip/hip_fp16.h>
#include_next <hipblas/hipblas.h>
#include "../../../hip/hipify/blas_workspace.h"

#if defined(__cplusplus)
// Of `__half` alone; where AMD's functions take that type themselves, they are better matches than templates.
template <typename> struct __hipify_blas_half {};
template <> struct __hipify_blas_half<__half> {
    typedef hipblasStatus_t status;
    typedef const hipblasHalf *in;
    typedef hipblasHalf *out;
    typedef const hipblasHalf *const *ins;
    typedef hipblasHalf *const *outs;
};

template <typename T>
inline typename __hipify_blas_half<T>::status hipblasHgemm(hipblasHandle_t handle, hipblasOperation_t transA, hipblasOperation_t transB,
                                                           int m, int n, int k, const T *alpha, const T *A, int lda, const T *B,
                                                           int ldb, const T *beta, T *C, int ldc) {
    typedef __hipify_blas_half<T> H;
    return hipblasHgemm(handle, transA, transB, m, n, k, reinterpret_cast<typename H::in>(alpha), reinterpret_cast<typename H::in>(A),
                        lda, reinterpret_cast<typename H::in>(B), ldb, reinterpret_cast<typename H::in>(beta),
                        reinterpret_cast<typename H::out>(C), ldc);
}

template <typename T>
inline typename __hipify_blas_half<T>::status
hipblasHgemmBatched(hipblasHandle_t handle, hipblasOperation_t transA, hipblasOperation_t transB, int m, int n, int k, const T *alpha,
                    const T *const A[], int lda, const T *const B[], int ldb, const T *beta, T *const C[], int ldc, int batchCount) {
    typedef __hipify_blas_half<T> H;
    return hipblasHgemmBatched(handle, transA, transB, m, n, k, reinterpret_cast<typename H::in>(alpha),
                               reinterpret_cast<typename H::ins>(A), lda, reinterpret_cast<typename H::ins>(B), ldb,
                               reinterpret_cast<typename H::in>(beta), reinterpret_cast<typename H::outs>(C), ldc, batchCount);
}

template <typename T>
inline typename __hipify_blas_half<T>::status
hipblasHgemmStridedBatched(hipblasHandle_t handle, hipblasOperation_t transA, hipblasOperation_t transB, int m, int n, int k,
                           const T *alpha, const T *A, int lda, long long strideA, const T *B, int ldb, long long strideB,
                           const T *beta, T *C, int ldc, long long strideC, int batchCount) {
    typedef __hipify_blas_half<T> H;
    return hipblasHgemmStridedBatched(handle, transA, transB, m, n, k, reinterpret_cast<typename H::in>(alpha),
                                      reinterpret_cast<typename H::in>(A), lda, strideA, reinterpret_cast<typename H::in>(B), ldb,
                                      strideB, reinterpret_cast<typename H::in>(beta), reinterpret_cast<typename H::out>(C), ldc,
                                      strideC, batchCount);
}
#endif
