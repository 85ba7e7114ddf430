// cuSOLVER's reductions to few diagonals, the products of their reflections, and factorisations of symmetric matrices that are not
// definite: multiplied, they are the matrices again.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipSOLVER)
// flags: -lhipsolver
// nvcc: -lcusolver -lcublas
#include "check.h"

#include <cusolverDn.h>

#define SOLVER(call) LIBRARY(call, CUSOLVER_STATUS_SUCCESS)

using Values = std::vector<double>;
cusolverDnHandle_t handle;

// A B of `m` by `k` and `k` by `n`, or A B^T of `m` by `k` and `n` by `k`.
Values product(const Values &a, const Values &b, int m, int n, int k, bool turned = false) {
    Values c(m * n);
    for (int j = 0; j < n; j++)
        for (int l = 0; l < k; l++)
            for (int i = 0; i < m; i++) c[i + j * m] += a[i + l * m] * (turned ? b[j + l * n] : b[l + j * k]);
    return c;
}

Values symmetric(int n, int seed) {
    auto some = random_reals<double>(n * n, seed);
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++) some[j + i * n] = some[i + j * n] -= 0.5;
    return some;
}

void tridiagonal(Verdict &verdict, cublasFillMode_t fill) {
    const int n = 21;
    const Values a = symmetric(n, 3);
    Array<double> reduced(a), on(n), beside(n - 1), tau(n - 1);
    Array<int> info(1);
    int size = 0;
    SOLVER(cusolverDnDsytrd_bufferSize(handle, fill, n, reduced.p, n, on.p, beside.p, tau.p, &size));
    Array<double> work(size);
    SOLVER(cusolverDnDsytrd(handle, fill, n, reduced.p, n, on.p, beside.p, tau.p, work.p, size, info.p));
    verdict.same("sytrd succeeds", info.host()[0], 0);
    const Values d = on.host(), e = beside.host();
    Values t(n * n);
    for (int i = 0; i < n; i++) {
        t[i + i * n] = d[i];
        if (i + 1 < n) t[i + 1 + i * n] = t[i + (i + 1) * n] = e[i];
    }
    // Q applied to T from the left and, transposed, from the right.
    Array<double> applied(t);
    SOLVER(cusolverDnDormtr_bufferSize(handle, CUBLAS_SIDE_LEFT, fill, CUBLAS_OP_N, n, n, reduced.p, n, tau.p, applied.p, n, &size));
    Array<double> more(size);
    SOLVER(cusolverDnDormtr(handle, CUBLAS_SIDE_LEFT, fill, CUBLAS_OP_N, n, n, reduced.p, n, tau.p, applied.p, n, more.p, size, info.p));
    SOLVER(cusolverDnDormtr_bufferSize(handle, CUBLAS_SIDE_RIGHT, fill, CUBLAS_OP_T, n, n, reduced.p, n, tau.p, applied.p, n, &size));
    Array<double> again(size);
    SOLVER(cusolverDnDormtr(handle, CUBLAS_SIDE_RIGHT, fill, CUBLAS_OP_T, n, n, reduced.p, n, tau.p, applied.p, n, again.p, size, info.p));
    verdict.same("Q T Q^T by ormtr", applied.host(), a, 1e-13);

    SOLVER(cusolverDnDorgtr_bufferSize(handle, fill, n, reduced.p, n, tau.p, &size));
    Array<double> last(size);
    SOLVER(cusolverDnDorgtr(handle, fill, n, reduced.p, n, tau.p, last.p, size, info.p));
    const Values q = reduced.host();
    verdict.same("Q T Q^T by orgtr", product(product(q, t, n, n, n), q, n, n, n, true), a, 1e-13);
}

void bidiagonal(Verdict &verdict, int m, int n) {
    const auto a = random_reals<double>(m * n, 7);
    Array<double> reduced(a), on(n), beside(n - 1), tau_q(n), tau_p(n);
    Array<int> info(1);
    int size = 0;
    SOLVER(cusolverDnDgebrd_bufferSize(handle, m, n, &size));
    Array<double> work(size);
    SOLVER(cusolverDnDgebrd(handle, m, n, reduced.p, m, on.p, beside.p, tau_q.p, tau_p.p, work.p, size, info.p));
    verdict.same("gebrd succeeds", info.host()[0], 0);
    const Values d = on.host(), e = beside.host();
    Values b(n * n);
    for (int i = 0; i < n; i++) {
        b[i + i * n] = d[i];
        if (i + 1 < n) b[i + (i + 1) * n] = e[i];
    }
    // P's reflections are in the first rows.
    const Values stored = reduced.host();
    Values rows(n * n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) rows[i + j * n] = stored[i + j * m];
    Array<double> p(rows);
    SOLVER(cusolverDnDorgbr_bufferSize(handle, CUBLAS_SIDE_LEFT, m, n, n, reduced.p, m, tau_q.p, &size));
    Array<double> more(size);
    SOLVER(cusolverDnDorgbr(handle, CUBLAS_SIDE_LEFT, m, n, n, reduced.p, m, tau_q.p, more.p, size, info.p));
    SOLVER(cusolverDnDorgbr_bufferSize(handle, CUBLAS_SIDE_RIGHT, n, n, m, p.p, n, tau_p.p, &size));
    Array<double> last(size);
    SOLVER(cusolverDnDorgbr(handle, CUBLAS_SIDE_RIGHT, n, n, m, p.p, n, tau_p.p, last.p, size, info.p));
    verdict.same("Q B P^T", product(product(reduced.host(), b, m, n, n), p.host(), m, n, n), a, 1e-13);
}

// The lower factor: its exchanges and columns, from the last to the first, around D.
void indefinite(Verdict &verdict) {
    const int n = 17;
    Values a = symmetric(n, 5);
    for (int i = 0; i < n; i += 2) a[i + i * n] = 0;
    Array<double> factor(a);
    Array<int> pivots(n), info(1);
    int size = 0;
    SOLVER(cusolverDnDsytrf_bufferSize(handle, n, factor.p, n, &size));
    Array<double> work(size);
    SOLVER(cusolverDnDsytrf(handle, CUBLAS_FILL_MODE_LOWER, n, factor.p, n, pivots.p, work.p, size, info.p));
    verdict.same("sytrf succeeds", info.host()[0], 0);
    const Values l = factor.host();
    const auto order = pivots.host();
    std::vector<int> firsts;
    Values all(n * n);
    for (int k = 0; k < n; k += order[k] < 0 ? 2 : 1) {
        firsts.push_back(k);
        all[k + k * n] = l[k + k * n];
        if (order[k] < 0) all[k + 1 + k * n] = all[k + (k + 1) * n] = l[k + 1 + k * n], all[k + 1 + (k + 1) * n] = l[k + 1 + (k + 1) * n];
    }
    for (size_t at = firsts.size(); at-- > 0;) {
        const int k = firsts[at], rows = order[k] < 0 ? 2 : 1, one = k + rows - 1, other = std::abs(order[k]) - 1;
        Values left(n * n);
        for (int i = 0; i < n; i++) left[i + i * n] = 1;
        for (int j = k; j < k + rows; j++)
            for (int i = k + rows; i < n; i++) left[i + j * n] = l[i + j * n];
        all = product(product(left, all, n, n, n), left, n, n, n, true);
        for (int j = 0; j < n; j++) std::swap(all[one + j * n], all[other + j * n]);
        for (int i = 0; i < n; i++) std::swap(all[i + one * n], all[i + other * n]);
    }
    verdict.same("L D L^T", all, a, 1e-11);
}

int main() {
    Verdict verdict("solver-reductions");
    SOLVER(cusolverDnCreate(&handle));
    tridiagonal(verdict, CUBLAS_FILL_MODE_LOWER);
    tridiagonal(verdict, CUBLAS_FILL_MODE_UPPER);
    bidiagonal(verdict, 16, 16);
    bidiagonal(verdict, 23, 14);
    indefinite(verdict);
    SOLVER(cusolverDnDestroy(handle));
    return verdict.end();
}
