// `cublasSetWorkspace` for hipBLAS, which lacks it in ROCm 6 and chooses its workspace itself: arguments are checked as cuBLAS
// does, and the memory stays the caller's, unused. For C too; `hipblas/hipblas.h` comes first.
#ifndef HIPIFY_BLAS_WORKSPACE_H
#define HIPIFY_BLAS_WORKSPACE_H

#include <stddef.h>
#include <stdint.h>

static inline hipblasStatus_t cublasSetWorkspace_v2(hipblasHandle_t handle, void *workspace, size_t bytes) {
    if (handle == NULL) return HIPBLAS_STATUS_NOT_INITIALIZED;
    // cuBLAS refuses memory that is not aligned to 256 bytes.
    (void)bytes;
    return (uintptr_t)workspace % 256 == 0 ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_INVALID_VALUE;
}
#define cublasSetWorkspace cublasSetWorkspace_v2

#endif
