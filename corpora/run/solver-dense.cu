// cuSOLVER's dense functions: QR with its Q, singular values, Hermitian eigenvalues, failures that are told.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipSOLVER)
// flags: -lhipsolver
// nvcc: -lcusolver -lcublas
#include "check.h"

#include <cusolverDn.h>

#include <complex>

#define SOLVER(call) LIBRARY(call, CUSOLVER_STATUS_SUCCESS)

__global__ void touch(double *x) { x[threadIdx.x] += 0; }

using Values = std::vector<double>;
cusolverDnHandle_t handle;

// C = A B of `m` by `k` and `k` by `n`
template <typename T> std::vector<T> product(const std::vector<T> &a, const std::vector<T> &b, int m, int n, int k) {
    std::vector<T> c(m * n);
    for (int j = 0; j < n; j++)
        for (int l = 0; l < k; l++)
            for (int i = 0; i < m; i++) c[i + j * m] += a[i + l * m] * b[l + j * k];
    return c;
}

void qr(Verdict &verdict) {
    const int m = 30, n = 12;
    const auto a = random_reals<double>(m * n, 3);
    Array<double> q(a), tau(n);
    Array<int> info(1);
    int size = 0;
    SOLVER(cusolverDnDgeqrf_bufferSize(handle, m, n, q.p, m, &size));
    Array<double> work(size);
    SOLVER(cusolverDnDgeqrf(handle, m, n, q.p, m, tau.p, work.p, size, info.p));
    auto r = q.host();
    SOLVER(cusolverDnDorgqr_bufferSize(handle, m, n, n, q.p, m, tau.p, &size));
    Array<double> more(size);
    SOLVER(cusolverDnDorgqr(handle, m, n, n, q.p, m, tau.p, more.p, size, info.p));
    Values upper(n * n, 0);
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++) upper[i + j * n] = r[i + j * m];
    const auto orthogonal = q.host();
    verdict.same("Q R", product(orthogonal, upper, m, n, n), a, 1e-13);
    double worst = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double dot = 0;
            for (int l = 0; l < m; l++) dot += orthogonal[l + i * m] * orthogonal[l + j * m];
            worst = std::fmax(worst, std::fabs(dot - (i == j)));
        }
    verdict.holds("Q is orthogonal", worst < 1e-13);
}

void singular_values(Verdict &verdict) {
    const int m = 20, n = 9;
    const auto a = random_reals<double>(m * n, 5);
    Array<double> da(a), s(n), u(m * m), vt(n * n);
    Array<int> info(1);
    int size = 0;
    SOLVER(cusolverDnDgesvd_bufferSize(handle, m, n, &size));
    Array<double> work(size);
    SOLVER(cusolverDnDgesvd(handle, 'A', 'A', m, n, da.p, m, s.p, u.p, m, vt.p, n, work.p, size, nullptr, info.p));
    const auto values = s.host();
    auto left = u.host();
    double identity = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            double dot = 0;
            for (int l = 0; l < m; l++) dot += left[l + i * m] * left[l + j * m];
            identity = std::fmax(identity, std::fabs(dot - (i == j)));
        }
    verdict.holds("all columns of U are orthogonal", identity < 1e-12);
    for (int j = 0; j < n; j++) {
        verdict.holds("singular values fall", j == 0 || values[j] <= values[j - 1]);
        for (int i = 0; i < m; i++) left[i + j * m] *= values[j];
    }
    left.resize(m * n);
    verdict.same("U S V'", product(left, vt.host(), m, n, n), a, 1e-12);
}

void hermitian(Verdict &verdict) {
    using complex = std::complex<double>;
    const int n = 16;
    const auto some = random_reals<double>(2 * n * n, 7);
    std::vector<complex> a(n * n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++) {
            const complex value(some[i + j * n], i == j ? 0 : some[n * n + i + j * n]);
            a[i + j * n] = value, a[j + i * n] = std::conj(value);
        }
    Array<complex> vectors(a);
    Array<double> w(n);
    Array<int> info(1);
    int size = 0;
    auto *const data = (cuDoubleComplex *)vectors.p;
    SOLVER(cusolverDnZheevd_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, data, n, w.p, &size));
    Array<complex> work(size);
    SOLVER(cusolverDnZheevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, data, n, w.p, (cuDoubleComplex *)work.p,
                            size, info.p));
    const auto values = w.host();
    auto v = vectors.host();
    const auto av = product(a, v, n, n, n);
    double worst = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) worst = std::fmax(worst, std::abs(av[i + j * n] - values[j] * v[i + j * n]));
    verdict.holds("A V = V W", worst < 1e-12);
    verdict.holds("eigenvalues rise", values[0] < values[n - 1]);
}

void failures(Verdict &verdict) {
    Array<double> a(Values{1, 2, 2, 1}), work(1);
    Array<int> info(1);
    SOLVER(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, 2, a.p, 2, work.p, 1, info.p));
    verdict.same("the minor that is not positive", info.host(), std::vector<int>{2});
    Array<double> singular(Values{0, 0, 0, 0});
    Array<int> pivots(2);
    SOLVER(cusolverDnDgetrf(handle, 2, 2, singular.p, 2, work.p, pivots.p, info.p));
    verdict.same("the pivot that is zero", info.host(), std::vector<int>{1});
}

int main() {
    Verdict verdict("solver-dense");
    SOLVER(cusolverDnCreate(&handle));
    qr(verdict);
    singular_values(verdict);
    hermitian(verdict);
    failures(verdict);
    Array<double> x(32);
    touch<<<1, 32>>>(x.p);
    verdict.same("a kernel beside the library", x.host(), Values(32, 0));
    SOLVER(cusolverDnDestroy(handle));
    return verdict.end();
}
