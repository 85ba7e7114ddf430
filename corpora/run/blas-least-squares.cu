// cuBLAS's least squares of a batch, of real and of complex matrices, and LU of a batch without exchanges.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipBLAS, and earlier releases no complex `gelsBatched`)
// flags: -lhipblas
// nvcc: -lcublas
#include "check.h"

#include <cublas_v2.h>

#define BLAS(call) LIBRARY(call, CUBLAS_STATUS_SUCCESS)

constexpr int m = 12, n = 5, columns = 2, batch = 3;

struct Real {
    using Type = double;
    static double made(double re, double) { return re; }
    static double re(double value) { return value; }
    static double im(double) { return 0; }
    static cublasStatus_t gels(cublasHandle_t handle, double *const a[], double *const c[], int *info, int *each) {
        return cublasDgelsBatched(handle, CUBLAS_OP_N, m, n, columns, a, m, c, m, info, each, batch);
    }
};

struct Complex {
    using Type = cuDoubleComplex;
    static Type made(double re, double im) { return make_cuDoubleComplex(re, im); }
    static double re(Type value) { return cuCreal(value); }
    static double im(Type value) { return cuCimag(value); }
    static cublasStatus_t gels(cublasHandle_t handle, Type *const a[], Type *const c[], int *info, int *each) {
        return cublasZgelsBatched(handle, CUBLAS_OP_N, m, n, columns, a, m, c, m, info, each, batch);
    }
};

template <typename T> std::vector<T *> members(const Array<T> &all, int each) {
    std::vector<T *> pointers;
    for (int member = 0; member < batch; member++) pointers.push_back(all.p + member * each);
    return pointers;
}

// What is left of the right-hand sides is at right angles to each column.
template <typename Kind> void least(Verdict &verdict, cublasHandle_t handle, const char *what) {
    using T = typename Kind::Type;
    const auto numbers = random_reals<double>(2 * batch * m * (n + columns), 7);
    std::vector<T> a, b;
    for (int i = 0; i < batch * m * n; i++) a.push_back(Kind::made(numbers[2 * i] - 0.5, numbers[2 * i + 1] - 0.5));
    for (int i = batch * m * n; i < batch * m * (n + columns); i++) b.push_back(Kind::made(numbers[2 * i], numbers[2 * i + 1]));
    Array<T> da(a), db(b);
    const Array<T *> of_a(members(da, m * n)), of_b(members(db, m * columns));
    Array<int> each(std::vector<int>(batch, 7));
    int info = 7;
    BLAS(Kind::gels(handle, of_a.p, of_b.p, &info, each.p));
    CHECK(cudaDeviceSynchronize());
    verdict.same(what, info, 0);
    verdict.same(what, each.host(), std::vector<int>(batch, 0));
    const auto x = db.host();
    double worst = 0;
    for (int member = 0; member < batch; member++)
        for (int column = 0; column < columns; column++)
            for (int k = 0; k < n; k++) {
                double re = 0, im = 0;
                for (int i = 0; i < m; i++) {
                    double left_re = Kind::re(b[(member * columns + column) * m + i]), left_im = Kind::im(b[(member * columns + column) * m + i]);
                    for (int j = 0; j < n; j++) {
                        const T factor = a[(member * n + j) * m + i], unknown = x[(member * columns + column) * m + j];
                        left_re -= Kind::re(factor) * Kind::re(unknown) - Kind::im(factor) * Kind::im(unknown);
                        left_im -= Kind::re(factor) * Kind::im(unknown) + Kind::im(factor) * Kind::re(unknown);
                    }
                    const T along = a[(member * n + k) * m + i];
                    re += Kind::re(along) * left_re + Kind::im(along) * left_im;
                    im += Kind::re(along) * left_im - Kind::im(along) * left_re;
                }
                worst = std::fmax(worst, std::fmax(std::fabs(re), std::fabs(im)));
            }
    verdict.same(what, worst, 0.0, 1e-11);
}

// Without an array of pivots no rows are exchanged.
void without_exchanges(Verdict &verdict, cublasHandle_t handle) {
    std::vector<double> a;
    for (int member = 0; member < batch; member++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) a.push_back(i == j ? 4.0 + member : 1.0 / (1 + i + 2 * j));
    Array<double> da(a);
    const Array<double *> of_a(members(da, n * n));
    Array<int> info(batch);
    BLAS(cublasDgetrfBatched(handle, n, of_a.p, n, nullptr, info.p, batch));
    CHECK(cudaDeviceSynchronize());
    verdict.same("pivots", info.host(), std::vector<int>(batch, 0));
    const auto lu = da.host();
    std::vector<double> product(a.size());
    for (int member = 0; member < batch; member++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k <= i && k <= j; k++)
                    product[(member * n + j) * n + i] += (k == i ? 1 : lu[(member * n + k) * n + i]) * lu[(member * n + j) * n + k];
    verdict.same("L U", product, a, 1e-13);
}

int main() {
    Verdict verdict("blas-least-squares");
    cublasHandle_t handle;
    BLAS(cublasCreate(&handle));
    least<Real>(verdict, handle, "real");
    least<Complex>(verdict, handle, "complex");
    without_exchanges(verdict, handle);
    BLAS(cublasDestroy(handle));
    return verdict.end();
}
