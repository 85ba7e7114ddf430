// cuBLAS: products of matrices in four types, with every operation, leading dimensions, host and device scalars, and in batches.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipBLAS)
// flags: -lhipblas
// nvcc: -lcublas
#include "check.h"

#include <cublas_v2.h>
#include <cuComplex.h>

#include <complex>

#define BLAS(call) LIBRARY(call, CUBLAS_STATUS_SUCCESS)

// The only device code of the program: what the library makes is used by a kernel in the same stream.
__global__ void add_one(float *c, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] += 1;
}

template <typename T> T conjugate(T x) { return x; }
template <typename T> std::complex<T> conjugate(std::complex<T> x) { return std::conj(x); }

template <typename T> T element(const std::vector<T> &a, int ld, cublasOperation_t op, int i, int j) {
    if (op == CUBLAS_OP_N) return a[i + j * ld];
    return op == CUBLAS_OP_C ? conjugate(a[j + i * ld]) : a[j + i * ld];
}

template <typename T>
std::vector<T> product(cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, T alpha, const std::vector<T> &a, int lda,
                       const std::vector<T> &b, int ldb, T beta, std::vector<T> c, int ldc) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            T sum = 0;
            for (int l = 0; l < k; l++) sum += element(a, lda, ta, i, l) * element(b, ldb, tb, l, j);
            c[i + j * ldc] = alpha * sum + beta * c[i + j * ldc];
        }
    return c;
}

template <typename T> struct Make {
    static T of(float x, float) { return x; }
};
template <typename T> struct Make<std::complex<T>> {
    static std::complex<T> of(float x, float y) { return {x, y}; }
};

template <typename T> std::vector<T> numbers(size_t n, uint32_t seed) {
    const auto x = random_reals(n, seed), y = random_reals(n, seed + 1);
    std::vector<T> all(n);
    for (size_t i = 0; i < n; i++) all[i] = Make<T>::of(x[i] - 0.5f, y[i] - 0.5f);
    return all;
}

template <typename T> double distance(const std::vector<T> &a, const std::vector<T> &b) {
    double most = 0;
    for (size_t i = 0; i < a.size(); i++) most = std::fmax(most, std::abs(a[i] - b[i]));
    return most;
}

cublasStatus_t gemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const float *alpha,
                    const float *a, int lda, const float *b, int ldb, const float *beta, float *c, int ldc) {
    return cublasSgemm(h, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
cublasStatus_t gemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const double *alpha,
                    const double *a, int lda, const double *b, int ldb, const double *beta, double *c, int ldc) {
    return cublasDgemm(h, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
cublasStatus_t gemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                    const std::complex<float> *alpha, const std::complex<float> *a, int lda, const std::complex<float> *b, int ldb,
                    const std::complex<float> *beta, std::complex<float> *c, int ldc) {
    using C = cuComplex;
    return cublasCgemm(h, ta, tb, m, n, k, (const C *)alpha, (const C *)a, lda, (const C *)b, ldb, (const C *)beta, (C *)c, ldc);
}
cublasStatus_t gemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                    const std::complex<double> *alpha, const std::complex<double> *a, int lda, const std::complex<double> *b, int ldb,
                    const std::complex<double> *beta, std::complex<double> *c, int ldc) {
    using C = cuDoubleComplex;
    return cublasZgemm(h, ta, tb, m, n, k, (const C *)alpha, (const C *)a, lda, (const C *)b, ldb, (const C *)beta, (C *)c, ldc);
}

template <typename T> void every_operation(Verdict &verdict, cublasHandle_t handle, const char *what, double tolerance) {
    const cublasOperation_t ops[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
    const int m = 37, n = 29, k = 41, ld = 50;
    const auto a = numbers<T>(ld * ld, 3), b = numbers<T>(ld * ld, 5), c = numbers<T>(ld * ld, 7);
    const T alpha = Make<T>::of(1.5f, 0.25f), beta = Make<T>::of(-0.5f, 0.125f);
    Array<T> da(a), db(b);
    for (const auto ta : ops)
        for (const auto tb : ops) {
            Array<T> dc(c);
            BLAS(gemm(handle, ta, tb, m, n, k, &alpha, da.p, ld, db.p, ld, &beta, dc.p, ld));
            const auto want = product(ta, tb, m, n, k, alpha, a, ld, b, ld, beta, c, ld);
            verdict.holds(what, distance(dc.host(), want) < tolerance);
        }
}

void device_scalars_and_order(Verdict &verdict, cublasHandle_t handle) {
    const int n = 64;
    const auto a = numbers<float>(n * n, 11), b = numbers<float>(n * n, 13);
    Array<float> da(a), db(b), dc(n * n), scalars(std::vector<float>{2, 0});
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    BLAS(cublasSetStream(handle, stream));
    BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    BLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, scalars.p, da.p, n, db.p, n, scalars.p + 1, dc.p, n));
    add_one<<<n, n, 0, stream>>>(dc.p, n * n);
    const float one = 1, none = 0;
    BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    BLAS(cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &one, dc.p, n, db.p, n, &none, da.p, n));
    CHECK(cudaStreamSynchronize(stream));
    auto c = product(CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, 2.0f, a, n, b, n, 0.0f, std::vector<float>(n * n), n);
    for (auto &value : c) value += 1;
    const auto want = product(CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, 1.0f, c, n, b, n, 0.0f, std::vector<float>(n * n), n);
    verdict.holds("a kernel between two products", distance(da.host(), want) < 1e-3);
    BLAS(cublasSetStream(handle, nullptr));
    CHECK(cudaStreamDestroy(stream));
}

void batches(Verdict &verdict, cublasHandle_t handle) {
    const int n = 12, count = 5, size = n * n;
    const auto a = numbers<double>(size * count, 17), b = numbers<double>(size * count, 19);
    Array<double> da(a), db(b), dc(size * count), dd(size * count);
    std::vector<const double *> pa, pb;
    std::vector<double *> pc;
    for (int i = 0; i < count; i++) pa.push_back(da.p + i * size), pb.push_back(db.p + i * size), pc.push_back(dc.p + i * size);
    Array<const double *> dpa(pa), dpb(pb);
    Array<double *> dpc(pc);
    const double one = 1, none = 0;
    BLAS(cublasDgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, dpa.p, n, dpb.p, n, &none, dpc.p, n, count));
    BLAS(cublasDgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, da.p, n, size, db.p, n, size, &none, dd.p, n,
                                   size, count));
    std::vector<double> want;
    for (int i = 0; i < count; i++) {
        const std::vector<double> ai(a.begin() + i * size, a.begin() + (i + 1) * size);
        const std::vector<double> bi(b.begin() + i * size, b.begin() + (i + 1) * size);
        const auto one_of = product(CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, 1.0, ai, n, bi, n, 0.0, std::vector<double>(size), n);
        want.insert(want.end(), one_of.begin(), one_of.end());
    }
    verdict.same("batched", dc.host(), want, 1e-12);
    verdict.same("strided batched", dd.host(), want, 1e-12);
}

void refusals(Verdict &verdict, cublasHandle_t handle) {
    const float one = 1;
    Array<float> a(64);
    const auto of = [&](int m, int lda) {
        return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, 8, 8, &one, a.p, lda, a.p, 8, &one, a.p, 8);
    };
    verdict.holds("a negative size is refused", of(-1, 8) == CUBLAS_STATUS_INVALID_VALUE);
    verdict.holds("a short leading dimension is refused", of(8, 4) == CUBLAS_STATUS_INVALID_VALUE);
    verdict.holds("no size is no work", of(0, 8) == CUBLAS_STATUS_SUCCESS);
}

int main() {
    Verdict verdict("blas-gemm");
    cublasHandle_t handle;
    BLAS(cublasCreate(&handle));
    every_operation<float>(verdict, handle, "sgemm", 1e-4);
    every_operation<double>(verdict, handle, "dgemm", 1e-12);
    every_operation<std::complex<float>>(verdict, handle, "cgemm", 1e-4);
    every_operation<std::complex<double>>(verdict, handle, "zgemm", 1e-12);
    device_scalars_and_order(verdict, handle);
    batches(verdict, handle);
    refusals(verdict, handle);
    BLAS(cublasDestroy(handle));
    return verdict.end();
}
