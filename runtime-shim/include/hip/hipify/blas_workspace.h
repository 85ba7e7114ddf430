// `cublasSetWorkspace` for hipBLAS, which lacks it in ROCm 6 and chooses its workspace itself: the memory stays
// the caller's, unused. For C too; `hipblas/hipblas.h` comes first.
#ifndef HIPIFY_BLAS_WORKSPACE_H
#define HIPIFY_BLAS_WORKSPACE_H

#include <stddef.h>

static inline hipblasStatus_t cublasSetWorkspace_v2(hipblasHandle_t handle, void *workspace, size_t bytes) {
    if (handle == NULL) return HIPBLAS_STATUS_NOT_INITIALIZED;
    // cuBLAS 13.0 takes memory of any alignment.
    (void)workspace, (void)bytes;
    return HIPBLAS_STATUS_SUCCESS;
}
#define cublasSetWorkspace cublasSetWorkspace_v2

#endif
