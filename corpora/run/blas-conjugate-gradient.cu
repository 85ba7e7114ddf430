// Conjugate gradients of cuBLAS's dot, axpy, scal, nrm2 and gemv, with scalars that stay on the device.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipBLAS)
// flags: -lhipblas
// nvcc: -lcublas
#include "check.h"

#include <cublas_v2.h>

#define BLAS(call) LIBRARY(call, CUBLAS_STATUS_SUCCESS)

// quotient and its negative, of two scalars on the device
__global__ void divide(const double *a, const double *b, double *quotient) {
    quotient[0] = *a / *b;
    quotient[1] = -quotient[0];
}

__global__ void fill(double *a, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
    if (i < n) a[i + j * n] = i == j ? 4.0 : i - j == 1 || j - i == 1 ? -1.0 : 0.001 / (1 + (i - j) * (i - j));
}

int main() {
    Verdict verdict("blas-conjugate-gradient");
    const int n = 200;
    std::vector<double> want(n);
    for (int i = 0; i < n; i++) want[i] = std::sin(0.1 * i);
    Array<double> a(n * n), exact(want), b(n), x(n), r(n), p(n), ap(n), scalars(8);
    double *const rr = scalars.p, *const next = rr + 1, *const pap = rr + 2, *const alpha = rr + 3, *const beta = rr + 5;
    cublasHandle_t handle;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    BLAS(cublasCreate(&handle));
    BLAS(cublasSetStream(handle, stream));
    fill<<<dim3(blocks(n, 64), n), 64, 0, stream>>>(a.p, n);
    const double one = 1, none = 0;
    BLAS(cublasDgemv(handle, CUBLAS_OP_N, n, n, &one, a.p, n, exact.p, 1, &none, b.p, 1));
    BLAS(cublasDcopy(handle, n, b.p, 1, r.p, 1));
    BLAS(cublasDcopy(handle, n, b.p, 1, p.p, 1));
    double first = 0, last = 0;
    BLAS(cublasDnrm2(handle, n, r.p, 1, &first));

    BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    Array<double> constants(std::vector<double>{1, 0});
    BLAS(cublasDdot(handle, n, r.p, 1, r.p, 1, rr));
    for (int turn = 0; turn < 60; turn++) {
        BLAS(cublasDgemv(handle, CUBLAS_OP_N, n, n, constants.p, a.p, n, p.p, 1, constants.p + 1, ap.p, 1));
        BLAS(cublasDdot(handle, n, p.p, 1, ap.p, 1, pap));
        divide<<<1, 1, 0, stream>>>(rr, pap, alpha);
        BLAS(cublasDaxpy(handle, n, alpha, p.p, 1, x.p, 1));
        BLAS(cublasDaxpy(handle, n, alpha + 1, ap.p, 1, r.p, 1));
        BLAS(cublasDdot(handle, n, r.p, 1, r.p, 1, next));
        divide<<<1, 1, 0, stream>>>(next, rr, beta);
        BLAS(cublasDscal(handle, n, beta, p.p, 1));
        BLAS(cublasDaxpy(handle, n, constants.p, r.p, 1, p.p, 1));
        BLAS(cublasDcopy(handle, 1, next, 1, rr, 1));
    }
    BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    BLAS(cublasDnrm2(handle, n, r.p, 1, &last));
    verdict.holds("the residual falls", last < 1e-10 * first);
    verdict.same("solution", x.host(), want, 1e-9);
    BLAS(cublasDestroy(handle));
    CHECK(cudaStreamDestroy(stream));
    return verdict.end();
}
