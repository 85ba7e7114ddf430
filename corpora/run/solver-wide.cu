// cuSOLVER's functions with sizes of 64 bits, some of the eigenvalues, and eigenvalues and singular values of larger matrices.
// run: wave-any
// targets: gpus,cpu needs hip-6.2 (HIP 6.1's hipSOLVER has no sizes of 64 bits)
// flags: -lhipsolver
// nvcc: -lcusolver -lcublas
#include "check.h"

#include <cusolverDn.h>

#define SOLVER(call) LIBRARY(call, CUSOLVER_STATUS_SUCCESS)

using Values = std::vector<double>;
cusolverDnHandle_t handle;
cusolverDnParams_t parameters;

// C = A B of `m` by `k` and `k` by `n`
Values product(const Values &a, const Values &b, int m, int n, int k) {
    Values c(m * n);
    for (int j = 0; j < n; j++)
        for (int l = 0; l < k; l++)
            for (int i = 0; i < m; i++) c[i + j * m] += a[i + l * m] * b[l + j * k];
    return c;
}

// The second difference, whose eigenvalues are `2 - 2 cos(pi k / (n + 1))`.
Values differences(int n) {
    Values a(n * n);
    for (int i = 0; i < n; i++) {
        a[i + i * n] = 2;
        if (i > 0) a[i + (i - 1) * n] = a[i - 1 + i * n] = -1;
    }
    return a;
}

double known(int n, int k) { return 2 - 2 * std::cos(3.14159265358979323846 * k / (n + 1)); }

struct Work {
    size_t on_device = 0, on_host = 0;
    Array<char> device;
    std::vector<char> host;

    template <typename Ask> explicit Work(Ask ask) : device(size_of(ask)), host(on_host) {}

  private:
    template <typename Ask> size_t size_of(Ask ask) {
        SOLVER(ask(&on_device, &on_host));
        return on_device;
    }
};

void systems(Verdict &verdict) {
    const int64_t n = 70, columns = 3;
    const Values a = random_reals<double>(n * n, 3), x = random_reals<double>(n * columns, 5), b = product(a, x, n, columns, n);
    Array<double> lu(a), right(b);
    Array<int64_t> pivots(n);
    Array<int> info(1);
    Work work([&](size_t *device, size_t *host) {
        return cusolverDnXgetrf_bufferSize(handle, parameters, n, n, CUDA_R_64F, lu.p, n, CUDA_R_64F, device, host);
    });
    SOLVER(cusolverDnXgetrf(handle, parameters, n, n, CUDA_R_64F, lu.p, n, pivots.p, CUDA_R_64F, work.device.p, work.on_device,
                            work.host.data(), work.on_host, info.p));
    verdict.same("getrf succeeds", info.host(), std::vector<int>{0});
    SOLVER(cusolverDnXgetrs(handle, parameters, CUBLAS_OP_N, n, columns, CUDA_R_64F, lu.p, n, pivots.p, CUDA_R_64F, right.p, n, info.p));
    verdict.same("getrs", right.host(), x, 1e-9);

    const Values positive = differences(n), image = product(positive, x, n, columns, n);
    Array<double> factor(positive), sides(image);
    Work more([&](size_t *device, size_t *host) {
        return cusolverDnXpotrf_bufferSize(handle, parameters, CUBLAS_FILL_MODE_UPPER, n, CUDA_R_64F, factor.p, n, CUDA_R_64F, device, host);
    });
    SOLVER(cusolverDnXpotrf(handle, parameters, CUBLAS_FILL_MODE_UPPER, n, CUDA_R_64F, factor.p, n, CUDA_R_64F, more.device.p,
                            more.on_device, more.host.data(), more.on_host, info.p));
    SOLVER(cusolverDnXpotrs(handle, parameters, CUBLAS_FILL_MODE_UPPER, n, columns, CUDA_R_64F, factor.p, n, CUDA_R_64F, sides.p, n, info.p));
    verdict.same("potrs", sides.host(), x, 1e-10);
}

void reflections(Verdict &verdict) {
    const int64_t m = 40, n = 25;
    const Values a = random_reals<double>(m * n, 7);
    Array<double> qr(a), tau(n);
    Array<int> info(1);
    Work work([&](size_t *device, size_t *host) {
        return cusolverDnXgeqrf_bufferSize(handle, parameters, m, n, CUDA_R_64F, qr.p, m, CUDA_R_64F, tau.p, CUDA_R_64F, device, host);
    });
    SOLVER(cusolverDnXgeqrf(handle, parameters, m, n, CUDA_R_64F, qr.p, m, CUDA_R_64F, tau.p, CUDA_R_64F, work.device.p, work.on_device,
                            work.host.data(), work.on_host, info.p));
    // R' R is A' A.
    const auto found = qr.host();
    double worst = 0;
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) {
            double of_r = 0, of_a = 0;
            for (int i = 0; i <= j && i <= k; i++) of_r += found[i + j * m] * found[i + k * m];
            for (int i = 0; i < m; i++) of_a += a[i + j * m] * a[i + k * m];
            worst = std::fmax(worst, std::fabs(of_r - of_a));
        }
    verdict.holds("R has the columns' lengths and angles", worst < 1e-12);
}

// How far A V is from V W, in the first columns.
double apart(const Values &a, const Values &v, const Values &w, int n, int columns) {
    const Values image = product(a, Values(v.begin(), v.begin() + n * columns), n, columns, n);
    double worst = 0;
    for (int at = 0; at < n * columns; at++) worst = std::fmax(worst, std::fabs(image[at] - v[at] * w[at / n]));
    return worst;
}

void some_eigenvalues(Verdict &verdict) {
    const int n = 90;
    const Values a = differences(n);
    // By numbers, counted from one, and by values.
    for (int by_values = 0; by_values < 2; by_values++) {
        Array<double> v(a), w(n);
        Array<int> info(1);
        int count = -1, size = 0;
        const auto range = by_values ? CUSOLVER_EIG_RANGE_V : CUSOLVER_EIG_RANGE_I;
        const double lower = (known(n, 10) + known(n, 11)) / 2, upper = (known(n, 30) + known(n, 31)) / 2;
        SOLVER(cusolverDnDsyevdx_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, range, CUBLAS_FILL_MODE_LOWER, n, v.p, n, lower, upper, 11, 30,
                                            &count, w.p, &size));
        Array<double> work(size);
        SOLVER(cusolverDnDsyevdx(handle, CUSOLVER_EIG_MODE_VECTOR, range, CUBLAS_FILL_MODE_LOWER, n, v.p, n, lower, upper, 11, 30, &count,
                                 w.p, work.p, size, info.p));
        const auto values = w.host(), vectors = v.host();
        verdict.same("how many eigenvalues", count, 20);
        Values wanted;
        for (int k = 11; k <= 30; k++) wanted.push_back(known(n, k));
        verdict.same("some eigenvalues", Values(values.begin(), values.begin() + 20), wanted, 1e-13);
        verdict.holds("their vectors", apart(a, vectors, values, n, 20) < 1e-12);
    }
}

void larger(Verdict &verdict) {
    const int n = 150;
    const Values a = differences(n);
    Array<double> v(a), w(n);
    Array<int> info(1);
    int size = 0;
    SOLVER(cusolverDnDsyevd_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, n, v.p, n, w.p, &size));
    Array<double> work(size);
    SOLVER(cusolverDnDsyevd(handle, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_UPPER, n, v.p, n, w.p, work.p, size, info.p));
    Values wanted;
    for (int k = 1; k <= n; k++) wanted.push_back(known(n, k));
    verdict.same("all eigenvalues", w.host(), wanted, 1e-13);
    verdict.holds("all vectors", apart(a, v.host(), w.host(), n, n) < 1e-12);

    const int m = 130, k = 80;
    const Values b = random_reals<double>(m * k, 9);
    Array<double> db(b), s(k), u(m * m), vt(k * k);
    SOLVER(cusolverDnDgesvd_bufferSize(handle, m, k, &size));
    Array<double> more(size);
    SOLVER(cusolverDnDgesvd(handle, 'A', 'A', m, k, db.p, m, s.p, u.p, m, vt.p, k, more.p, size, nullptr, info.p));
    auto left = u.host();
    const auto values = s.host();
    for (int j = 0; j < k; j++)
        for (int i = 0; i < m; i++) left[i + j * m] *= values[j];
    verdict.same("U S V'", product(Values(left.begin(), left.begin() + m * k), vt.host(), m, k, k), b, 1e-11);
}

int main() {
    Verdict verdict("solver-wide");
    SOLVER(cusolverDnCreate(&handle));
    SOLVER(cusolverDnCreateParams(&parameters));
    systems(verdict);
    reflections(verdict);
    some_eigenvalues(verdict);
    larger(verdict);
    SOLVER(cusolverDnDestroyParams(parameters));
    SOLVER(cusolverDnDestroy(handle));
    return verdict.end();
}
