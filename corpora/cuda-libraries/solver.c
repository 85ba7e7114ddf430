// A program that was never ported: dense functions of cuSOLVER through NVIDIA's own headers.
#include <cuda_runtime_api.h>
#include <cusolverDn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                          \
    do {                                                                                                     \
        int status_ = (int)(call);                                                                           \
        if (status_ != 0) return printf("FAIL line %d: %d\n", __LINE__, status_), 1;                         \
    } while (0)

enum { N = 40 };

// Managed memory, so that the host can look at it after a wait.
static void *memory(size_t bytes) {
    void *p = NULL;
    if (cudaMallocManaged(&p, bytes, cudaMemAttachGlobal) != cudaSuccess) exit(1);
    return p;
}

int main(void) {
    double *a = memory(N * N * sizeof(double)), *b = memory(N * sizeof(double)), *w = memory(N * sizeof(double));
    static double original[N * N], x[N];
    int *info = memory(sizeof(int)), *pivots = memory(N * sizeof(int)), size;
    cusolverDnHandle_t handle;
    CHECK(cusolverDnCreate(&handle));
    for (int i = 0; i < N; i++) x[i] = i - 7.5;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) original[i + j * N] = 1.0 / (1 + abs(i - j)) + (i == j);

    for (int method = 0; method < 2; method++) {
        for (int i = 0; i < N * N; i++) a[i] = original[i];
        for (int i = 0; i < N; i++) {
            b[i] = 0;
            for (int j = 0; j < N; j++) b[i] += original[i + j * N] * x[j];
        }
        if (method == 0) {
            CHECK(cusolverDnDgetrf_bufferSize(handle, N, N, a, N, &size));
            double *work = memory(size * sizeof(double));
            CHECK(cusolverDnDgetrf(handle, N, N, a, N, work, pivots, info));
            CHECK(cusolverDnDgetrs(handle, CUBLAS_OP_T, N, 1, a, N, pivots, b, N, info));
        } else {
            CHECK(cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, N, a, N, &size));
            double *work = memory(size * sizeof(double));
            CHECK(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, N, a, N, work, size, info));
            CHECK(cusolverDnDpotrs(handle, CUBLAS_FILL_MODE_LOWER, N, 1, a, N, b, N, info));
        }
        CHECK(cudaDeviceSynchronize());
        for (int i = 0; i < N; i++)
            if (*info || fabs(b[i] - x[i]) > 1e-10) return printf("FAIL method %d: %g for %g\n", method, b[i], x[i]), 1;
    }

    for (int i = 0; i < N * N; i++) a[i] = original[i];
    CHECK(cusolverDnDsyevd_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, N, a, N, w, &size));
    double *work = memory(size * sizeof(double));
    CHECK(cusolverDnDsyevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, N, a, N, w, work, size, info));
    CHECK(cudaDeviceSynchronize());
    for (int k = 0; k < N; k++)
        for (int i = 0; i < N; i++) {
            double sum = 0;
            for (int j = 0; j < N; j++) sum += original[i + j * N] * a[j + k * N];
            if (fabs(sum - w[k] * a[i + k * N]) > 1e-12 * N) return printf("FAIL eigenvector %d\n", k), 1;
        }
    CHECK(cusolverDnDestroy(handle));
    printf("PASS solver\n");
    return 0;
}
