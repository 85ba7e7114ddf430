// cuBLAS's operations beside products: vectors with increments, bands, packed and full triangles, rank updates, solves, factorisations.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipBLAS)
// flags: -lhipblas
// nvcc: -lcublas
#include "check.h"

#include <cublas_v2.h>

#define BLAS(call) LIBRARY(call, CUBLAS_STATUS_SUCCESS)

__global__ void touch(double *x) { x[threadIdx.x] += 0; }

using Values = std::vector<double>;
cublasHandle_t handle;
const double one = 1, none = 0;

Values numbers(size_t n, uint32_t seed) {
    auto all = random_reals<double>(n, seed);
    for (auto &x : all) x -= 0.5;
    return all;
}

void level_one(Verdict &verdict) {
    const int n = 50;
    const auto x = numbers(2 * n, 3), y = numbers(3 * n, 5);
    Array<double> dx(x), dy(y);
    double dot = 0, sum = 0, want = 0, size = 0;
    int most = 0, least = 0, at = 0;
    BLAS(cublasDdot(handle, n, dx.p, 2, dy.p, -3, &dot));
    BLAS(cublasDasum(handle, n, dx.p, 2, &sum));
    BLAS(cublasIdamax(handle, n, dx.p, 2, &most));
    BLAS(cublasIdamin(handle, n, dx.p, 2, &least));
    for (int i = 0; i < n; i++) {
        want += x[2 * i] * y[3 * (n - 1 - i)], size += std::fabs(x[2 * i]);
        if (std::fabs(x[2 * i]) > std::fabs(x[2 * at])) at = i;
    }
    verdict.same("a dot product with increments", dot, want, 1e-13);
    verdict.same("sizes", sum, size, 1e-13);
    verdict.same("the largest, counted from one", most, at + 1);
    verdict.holds("the smallest is another", least > 0 && least != most);

    // A rotation that takes (3, 4) to (5, 0), on vectors.
    double a = 3, b = 4, c = 0, s = 0;
    BLAS(cublasDrotg(handle, &a, &b, &c, &s));
    verdict.same("a rotation", Values{a, c, s}, Values{5, 0.6, 0.8}, 1e-15);
    Array<double> u(Values{3, 0}), v(Values{4, 1});
    BLAS(cublasDrot(handle, 2, u.p, 1, v.p, 1, &c, &s));
    verdict.same("rotated", u.host(), Values{5, 0.8}, 1e-14);
    verdict.same("rotated, the other", v.host(), Values{0, 0.6}, 1e-14);
    BLAS(cublasDswap(handle, 2, u.p, 1, v.p, 1));
    verdict.same("swapped", u.host(), Values{0, 0.6}, 1e-14);
}

// The same symmetric matrix as a band, packed and full gives the same products; triangles undo their products.
void level_two(Verdict &verdict) {
    const int n = 20, k = 3;
    Values full(n * n, 0), band((k + 1) * n, 0), packed;
    const auto some = numbers(n * n, 7);
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            if (i - j <= k) full[i + j * n] = band[i - j + j * (k + 1)] = some[i + j * n] + (i == j ? 4 : 0);
            packed.push_back(full[i + j * n]);
        }
    const auto x = numbers(n, 9);
    Values want(n, 0);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) want[i] += (i >= j ? full[i + j * n] : full[j + i * n]) * x[j];
    Array<double> df(full), db(band), dp(packed), dx(x), y(n);
    const auto lower = CUBLAS_FILL_MODE_LOWER;
    BLAS(cublasDsymv(handle, lower, n, &one, df.p, n, dx.p, 1, &none, y.p, 1));
    verdict.same("symv", y.host(), want, 1e-13);
    BLAS(cublasDsbmv(handle, lower, n, k, &one, db.p, k + 1, dx.p, 1, &none, y.p, 1));
    verdict.same("sbmv", y.host(), want, 1e-13);
    BLAS(cublasDspmv(handle, lower, n, &one, dp.p, dx.p, 1, &none, y.p, 1));
    verdict.same("spmv", y.host(), want, 1e-13);
    for (const auto op : {CUBLAS_OP_N, CUBLAS_OP_T}) {
        Array<double> z(x);
        BLAS(cublasDtrmv(handle, lower, op, CUBLAS_DIAG_NON_UNIT, n, df.p, n, z.p, 1));
        BLAS(cublasDtbsv(handle, lower, op, CUBLAS_DIAG_NON_UNIT, n, k, db.p, k + 1, z.p, 1));
        verdict.same("a band undoes a triangle", z.host(), x, 1e-12);
        BLAS(cublasDtpmv(handle, lower, op, CUBLAS_DIAG_UNIT, n, dp.p, z.p, 1));
        BLAS(cublasDtrsv(handle, lower, op, CUBLAS_DIAG_UNIT, n, df.p, n, z.p, 1));
        verdict.same("a triangle undoes a packed one", z.host(), x, 1e-12);
    }
    Array<double> rank(n * n);
    BLAS(cublasDger(handle, n, n, &one, dx.p, 1, y.p, 1, rank.p, n));
    const auto got = rank.host(), yv = y.host();
    Values outer(n * n);
    for (int i = 0; i < n * n; i++) outer[i] = x[i % n] * yv[i / n];
    verdict.same("ger", got, outer, 1e-14);
}

void level_three(Verdict &verdict) {
    const int m = 150, n = 90;
    auto a = numbers(m * m, 11);
    for (int i = 0; i < m; i++) a[i + i * m] += 20;
    const auto b = numbers(m * n, 13);
    Array<double> da(a), x(b), c(m * n), square(m * m), wanted(m * m);
    for (const auto uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER})
        for (const auto op : {CUBLAS_OP_N, CUBLAS_OP_T}) {
            const double two = 2, half = 0.5;
            BLAS(cublasDtrmm(handle, CUBLAS_SIDE_LEFT, uplo, op, CUBLAS_DIAG_NON_UNIT, m, n, &two, da.p, m, x.p, m, c.p, m));
            BLAS(cublasDtrsm(handle, CUBLAS_SIDE_LEFT, uplo, op, CUBLAS_DIAG_NON_UNIT, m, n, &half, da.p, m, c.p, m));
            verdict.same("trsm undoes trmm on the left", c.host(), b, 1e-11);
            BLAS(cublasDtrmm(handle, CUBLAS_SIDE_RIGHT, uplo, op, CUBLAS_DIAG_NON_UNIT, m, n, &two, da.p, m, x.p, m, c.p, m));
            BLAS(cublasDtrsm(handle, CUBLAS_SIDE_RIGHT, uplo, op, CUBLAS_DIAG_NON_UNIT, m, n, &half, da.p, m, c.p, m));
            verdict.same("trsm undoes trmm on the right", c.host(), b, 1e-11);
        }
    BLAS(cublasDsyrk(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, m, n, &one, x.p, m, &none, square.p, m));
    BLAS(cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, m, m, n, &one, x.p, m, x.p, m, &none, wanted.p, m));
    auto got = square.host(), want = wanted.host();
    bool untouched = true;
    for (int j = 0; j < m; j++)
        for (int i = j + 1; i < m; i++) {
            untouched = untouched && got[i + j * m] == 0;
            got[i + j * m] = want[i + j * m];
        }
    verdict.same("syrk", got, want, 1e-12);
    verdict.holds("the other triangle is left alone", untouched);
    Array<double> sum(m * n);
    const double minus = -1;
    BLAS(cublasDgeam(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, &one, x.p, m, &minus, x.p, m, sum.p, m));
    verdict.same("geam", sum.host(), Values(m * n, 0));
}

void factorisation(Verdict &verdict) {
    const int n = 33, count = 4;
    const auto a = numbers(n * n * count, 17);
    Array<double> lu(a), inverse(n * n * count), products(n * n * count), original(a);
    Array<int> pivots(n * count), info(count);
    std::vector<double *> from, to;
    for (int i = 0; i < count; i++) from.push_back(lu.p + i * n * n), to.push_back(inverse.p + i * n * n);
    Array<double *> dfrom(from), dto(to);
    BLAS(cublasDgetrfBatched(handle, n, dfrom.p, n, pivots.p, info.p, count));
    BLAS(cublasDgetriBatched(handle, n, (const double *const *)dfrom.p, n, pivots.p, dto.p, n, info.p, count));
    BLAS(cublasDgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, original.p, n, n * n, inverse.p, n, n * n, &none,
                                   products.p, n, n * n, count));
    Values unit(n * n * count, 0);
    for (int i = 0; i < n * count; i++) unit[i / n * n * n + i % n * (n + 1)] = 1;
    verdict.same("a matrix times its inverse", products.host(), unit, 1e-9);
    verdict.same("nothing is singular", info.host(), std::vector<int>(count, 0));
}

int main() {
    Verdict verdict("blas-levels");
    BLAS(cublasCreate(&handle));
    level_one(verdict);
    level_two(verdict);
    level_three(verdict);
    factorisation(verdict);
    Array<double> x(32);
    touch<<<1, 32>>>(x.p);
    verdict.same("a kernel beside the library", x.host(), Values(32, 0));
    BLAS(cublasDestroy(handle));
    return verdict.end();
}
