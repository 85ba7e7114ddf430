// cuSOLVER beyond one factorisation: pairs of matrices, Jacobi's method under its own names, batches, least squares.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipSOLVER)
// flags: -lhipsolver
// nvcc: -lcusolver -lcublas
#include "check.h"

#include <cusolverDn.h>

#define SOLVER(call) LIBRARY(call, CUSOLVER_STATUS_SUCCESS)

using Values = std::vector<double>;
cusolverDnHandle_t handle;

// C = A B of `m` by `k` and `k` by `n`
Values product(const Values &a, const Values &b, int m, int n, int k) {
    Values c(m * n);
    for (int j = 0; j < n; j++)
        for (int l = 0; l < k; l++)
            for (int i = 0; i < m; i++) c[i + j * m] += a[i + l * m] * b[l + j * k];
    return c;
}

Values symmetric(int n, int seed, double diagonal) {
    auto some = random_reals<double>(n * n, seed);
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++) some[j + i * n] = some[i + j * n] += i == j ? diagonal : 0;
    return some;
}

// How far `left` is from `right` with its columns scaled.
double apart(const Values &left, const Values &right, const Values &scales, int n) {
    double worst = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) worst = std::fmax(worst, std::fabs(left[i + j * n] - scales[j] * right[i + j * n]));
    return worst;
}

void pairs(Verdict &verdict) {
    const int n = 24;
    const Values a = symmetric(n, 3, 0), b = symmetric(n, 5, 30);
    Array<double> x(a), factor(b), w(n);
    Array<int> info(1);
    int size = 0;
    SOLVER(cusolverDnDsygvd_bufferSize(handle, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, x.p, n,
                                       factor.p, n, w.p, &size));
    Array<double> work(size);
    SOLVER(cusolverDnDsygvd(handle, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, x.p, n, factor.p, n,
                            w.p, work.p, size, info.p));
    verdict.same("sygvd succeeds", info.host(), std::vector<int>{0});
    const auto vectors = x.host();
    verdict.holds("A X = B X W", apart(product(a, vectors, n, n, n), product(b, vectors, n, n, n), w.host(), n) < 1e-11);
}

void by_rotations(Verdict &verdict) {
    const int n = 18;
    const Values a = symmetric(n, 7, 0);
    Array<double> x(a), w(n);
    Array<int> info(1);
    syevjInfo_t settings;
    SOLVER(cusolverDnCreateSyevjInfo(&settings));
    SOLVER(cusolverDnXsyevjSetTolerance(settings, 1e-14));
    SOLVER(cusolverDnXsyevjSetMaxSweeps(settings, 100));
    int size = 0;
    SOLVER(cusolverDnDsyevj_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, n, x.p, n, w.p, &size, settings));
    Array<double> work(size);
    SOLVER(cusolverDnDsyevj(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, n, x.p, n, w.p, work.p, size, info.p, settings));
    const auto vectors = x.host(), values = w.host();
    verdict.holds("A X = X W", apart(product(a, vectors, n, n, n), vectors, values, n) < 1e-11);
    verdict.holds("eigenvalues rise", values[0] < values[n - 1]);
    verdict.same("syevj converges", info.host(), std::vector<int>{0});
    double whole = 0, residual = -1;
    for (const double element : a) whole += element * element;
    int sweeps = 0;
    SOLVER(cusolverDnXsyevjGetResidual(handle, settings, &residual));
    SOLVER(cusolverDnXsyevjGetSweeps(handle, settings, &sweeps));
    verdict.holds("sweeps are counted", sweeps > 1 && sweeps < 20);
    verdict.holds("the residual keeps the tolerance", residual >= 0 && residual <= 1e-13 * std::sqrt(whole));
    // One sweep is not enough: the number past the last row says so.
    SOLVER(cusolverDnXsyevjSetMaxSweeps(settings, 1));
    CHECK(cudaMemcpy(x.p, a.data(), n * n * sizeof(double), cudaMemcpyHostToDevice));
    SOLVER(cusolverDnDsyevj(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, n, x.p, n, w.p, work.p, size, info.p, settings));
    verdict.same("one sweep does not converge", info.host(), std::vector<int>{n + 1});
    SOLVER(cusolverDnXsyevjGetResidual(handle, settings, &residual));
    SOLVER(cusolverDnXsyevjGetSweeps(handle, settings, &sweeps));
    verdict.holds("after one sweep something is left", sweeps == 1 && residual > 1e-10 * std::sqrt(whole));
    SOLVER(cusolverDnDestroySyevjInfo(settings));
}

void singular_values(Verdict &verdict) {
    const int m = 20, n = 11;
    const Values a = random_reals<double>(m * n, 9);
    Array<double> da(a), s(n), u(m * n), v(n * n);
    Array<int> info(1);
    gesvdjInfo_t settings;
    SOLVER(cusolverDnCreateGesvdjInfo(&settings));
    int size = 0;
    SOLVER(cusolverDnDgesvdj_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, 1, m, n, da.p, m, s.p, u.p, m, v.p, n, &size, settings));
    Array<double> work(size);
    SOLVER(cusolverDnDgesvdj(handle, CUSOLVER_EIG_MODE_VECTOR, 1, m, n, da.p, m, s.p, u.p, m, v.p, n, work.p, size, info.p, settings));
    auto left = u.host();
    const auto values = s.host(), right = v.host();
    Values turned(n * n);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < m; i++) left[i + j * m] *= values[j];
        for (int i = 0; i < n; i++) turned[j + i * n] = right[i + j * n];
    }
    verdict.same("U S V'", product(left, turned, m, n, n), a, 1e-11);
    SOLVER(cusolverDnDestroyGesvdjInfo(settings));
}

void batches(Verdict &verdict) {
    const int n = 12, count = 5;
    Values all, sides, wanted;
    for (int member = 0; member < count; member++) {
        const auto a = symmetric(n, 11 + member, 20), x = random_reals<double>(n, 31 + member), b = product(a, x, n, 1, n);
        all.insert(all.end(), a.begin(), a.end());
        sides.insert(sides.end(), b.begin(), b.end());
        wanted.insert(wanted.end(), x.begin(), x.end());
    }
    Array<double> matrices(all), right(sides);
    std::vector<double *> to_a, to_b;
    for (int member = 0; member < count; member++) to_a.push_back(matrices.p + member * n * n), to_b.push_back(right.p + member * n);
    Array<double *> a(to_a), b(to_b);
    Array<int> infos(count), info(1);
    SOLVER(cusolverDnDpotrfBatched(handle, CUBLAS_FILL_MODE_LOWER, n, a.p, n, infos.p, count));
    SOLVER(cusolverDnDpotrsBatched(handle, CUBLAS_FILL_MODE_LOWER, n, 1, a.p, n, b.p, n, info.p, count));
    verdict.same("factorised", infos.host(), std::vector<int>(count, 0));
    verdict.same("solved", right.host(), wanted, 1e-11);
}

void least_squares(Verdict &verdict) {
    const int m = 30, n = 8;
    const Values a = random_reals<double>(m * n, 41), x = random_reals<double>(n, 43), b = product(a, x, m, 1, n);
    Array<double> da(a), db(b), found(n);
    Array<int> info(1);
    size_t size = 0;
    int steps = 0;
    SOLVER(cusolverDnDDgels_bufferSize(handle, m, n, 1, da.p, m, db.p, m, found.p, n, nullptr, &size));
    Array<char> work(size);
    SOLVER(cusolverDnDDgels(handle, m, n, 1, da.p, m, db.p, m, found.p, n, work.p, size, &steps, info.p));
    verdict.same("least squares", found.host(), x, 1e-11);
}

int main() {
    Verdict verdict("solver-more");
    SOLVER(cusolverDnCreate(&handle));
    pairs(verdict);
    by_rotations(verdict);
    singular_values(verdict);
    batches(verdict);
    least_squares(verdict);
    SOLVER(cusolverDnDestroy(handle));
    return verdict.end();
}
