// port-options: --roc
// compile: needs rocblas/rocblas.h
#include <cublas_v2.h>
#include <cuda_runtime.h>

int scale(cublasHandle_t handle, int n, const float *a, float *x) {
    return cublasSscal(handle, n, a, x, 1) == CUBLAS_STATUS_SUCCESS;
}
