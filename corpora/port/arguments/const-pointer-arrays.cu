// compile: needs hipblas/hipblas.h
#include <cublas_v2.h>

void inverses(cublasHandle_t handle, int n, double **from, const double *const *read_only, int *pivots, double **to, int *info, int count) {
    cublasDgetriBatched(handle, n, from, n, pivots, to, n, info, count);
    cublasDgetriBatched(handle, n, read_only, n, pivots, to, n, info, count);
    cublasDgetriBatched(handle, n, (const double *const *)from, n, pivots, to, n, info, count);
    cublasDgetriBatched(handle, n, const_cast<const double *const *>(from), n, pivots, to, n, info, count);
    // Already what HIP takes.
    cublasDgetriBatched(handle, n, (double *const *)from, n, pivots, to, n, info, count);
}

void solutions(cublasHandle_t handle, int n, const cuComplex *const *factors, int *pivots, cuComplex **b, int *info, int count) {
    cublasCgetrsBatched(handle, CUBLAS_OP_N, n, 1, factors, n, pivots, b, n, info, count);
}
