// cuSOLVER's systems of sparse matrices: by Cholesky and by QR, in each order, from indices that count from zero and from one, and
// what it says of matrices that are singular.
// run: wave-any
// targets: gpus,cpu needs hip-6.2 (HIP 6.1 has no `hipsolverSpDcsrlsvqr`)
// flags: -lhipsolver -lhipsparse
// nvcc: -lcusolver -lcusparse
#include "check.h"

#include <cusolverSp.h>
#include <cusparse.h>

#define OK(call)                                                                                             \
    do {                                                                                                     \
        const int status_ = static_cast<int>(call);                                                          \
        if (status_ != 0) {                                                                                  \
            std::printf("FAIL line %d: %s: %d\n", __LINE__, #call, status_);                                 \
            std::exit(1);                                                                                    \
        }                                                                                                    \
    } while (0)

// A right-hand side from a solution that is known, made where the solver reads it.
template <typename T>
__global__ void multiply(int n, int base, const int *starts, const int *columns, const T *values, const T *x, T *b) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    T sum = 0;
    for (int at = starts[row] - base; at < starts[row + 1] - base; at++) sum += values[at] * x[columns[at] - base];
    b[row] = sum;
}

template <typename T> struct Matrix {
    int n, base;
    std::vector<int> starts, columns;
    std::vector<T> values;

    Matrix(int size, int first) : n(size), base(first), starts(1, first) {}
    void put(int column, double value) { columns.push_back(column + base), values.push_back(static_cast<T>(value)); }
    void end_row() { starts.push_back(static_cast<int>(columns.size()) + base); }
};

// The five-point Laplacian of a square; `wind` makes it unsymmetric.
template <typename T> Matrix<T> laplacian(int side, int base, double wind) {
    Matrix<T> made(side * side, base);
    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++) {
            const int at = i * side + j;
            if (i > 0) made.put(at - side, -1 - wind);
            if (j > 0) made.put(at - 1, -1 - 2 * wind);
            made.put(at, 4.25);
            if (j + 1 < side) made.put(at + 1, -1 + 2 * wind);
            if (i + 1 < side) made.put(at + side, -1 + wind);
            made.end_row();
        }
    return made;
}

cusolverSpHandle_t handle;

cusolverStatus_t cholesky(int n, int count, cusparseMatDescr_t about, const float *values, const int *starts, const int *columns,
                          const float *b, int order, float *x, int *singular) {
    return cusolverSpScsrlsvchol(handle, n, count, about, values, starts, columns, b, 1e-6f, order, x, singular);
}
cusolverStatus_t cholesky(int n, int count, cusparseMatDescr_t about, const double *values, const int *starts, const int *columns,
                          const double *b, int order, double *x, int *singular) {
    return cusolverSpDcsrlsvchol(handle, n, count, about, values, starts, columns, b, 1e-12, order, x, singular);
}
cusolverStatus_t qr(int n, int count, cusparseMatDescr_t about, const float *values, const int *starts, const int *columns,
                    const float *b, int order, float *x, int *singular) {
    return cusolverSpScsrlsvqr(handle, n, count, about, values, starts, columns, b, 1e-6f, order, x, singular);
}
cusolverStatus_t qr(int n, int count, cusparseMatDescr_t about, const double *values, const int *starts, const int *columns,
                    const double *b, int order, double *x, int *singular) {
    return cusolverSpDcsrlsvqr(handle, n, count, about, values, starts, columns, b, 1e-12, order, x, singular);
}

cusparseMatDescr_t described(int base) {
    cusparseMatDescr_t about;
    OK(cusparseCreateMatDescr(&about));
    OK(cusparseSetMatType(about, CUSPARSE_MATRIX_TYPE_GENERAL));
    OK(cusparseSetMatIndexBase(about, base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO));
    return about;
}

template <typename T> void solves(Verdict &verdict, int base, double tolerance) {
    const auto about = described(base);
    for (const double wind : {0.0, 0.2}) {
        const auto a = laplacian<T>(17, base, wind);
        const auto wanted = random_reals<T>(a.n, 11);
        const int count = static_cast<int>(a.values.size());
        Array<int> starts(a.starts), columns(a.columns);
        Array<T> values(a.values), known(wanted), b(a.n);
        multiply<<<blocks(a.n, 64), 64>>>(a.n, base, starts.p, columns.p, values.p, known.p, b.p);
        for (int order = 0; order < 4; order++) {
            Array<T> x(a.n);
            int singular = 77;
            OK(qr(a.n, count, about, values.p, starts.p, columns.p, b.p, order, x.p, &singular));
            verdict.same("qr is regular", singular, -1);
            verdict.same("qr", x.host(), wanted, tolerance);
            if (wind != 0) continue;
            Array<T> other(a.n);
            singular = 77;
            OK(cholesky(a.n, count, about, values.p, starts.p, columns.p, b.p, order, other.p, &singular));
            verdict.same("cholesky is regular", singular, -1);
            verdict.same("cholesky", other.host(), wanted, tolerance);
        }
    }
    OK(cusparseDestroyMatDescr(about));
}

// From memory of the host.
void on_host(Verdict &verdict) {
    const auto about = described(0);
    const auto a = laplacian<double>(6, 0, 0);
    const auto wanted = random_reals<double>(a.n, 3);
    std::vector<double> b(a.n), x(a.n);
    for (int row = 0; row < a.n; row++)
        for (int at = a.starts[row]; at < a.starts[row + 1]; at++) b[row] += a.values[at] * wanted[a.columns[at]];
    int singular = 77;
    OK(cusolverSpDcsrlsvcholHost(handle, a.n, static_cast<int>(a.values.size()), about, a.values.data(), a.starts.data(),
                                 a.columns.data(), b.data(), 1e-12, 2, x.data(), &singular));
    verdict.same("cholesky on the host", x, wanted, 1e-12);
    verdict.same("cholesky on the host is regular", singular, -1);
    OK(cusparseDestroyMatDescr(about));
}

// A path of four vertices without its ends held: the last pivot is zero.
void singular(Verdict &verdict) {
    const auto about = described(0);
    Matrix<double> a(4, 0);
    for (int i = 0; i < 4; i++) {
        if (i > 0) a.put(i - 1, -1);
        a.put(i, i == 0 || i == 3 ? 1 : 2);
        if (i < 3) a.put(i + 1, -1);
        a.end_row();
    }
    Array<int> starts(a.starts), columns(a.columns);
    Array<double> values(a.values), b(std::vector<double>{1, 2, 3, 4}), x(4);
    const int count = static_cast<int>(a.values.size());
    int where = 77;
    OK(cholesky(4, count, about, values.p, starts.p, columns.p, b.p, 0, x.p, &where));
    // Counted from one; by QR from zero.
    verdict.same("the pivot that is zero", where, 4);
    where = 77;
    OK(qr(4, count, about, values.p, starts.p, columns.p, b.p, 0, x.p, &where));
    verdict.same("the diagonal element of R that is zero", where, 3);
    OK(cusparseDestroyMatDescr(about));
}

int main() {
    Verdict verdict("solver-sparse");
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    OK(cusolverSpCreate(&handle));
    OK(cusolverSpSetStream(handle, stream));
    CHECK(cudaDeviceSynchronize());
    for (const int base : {0, 1}) {
        solves<double>(verdict, base, 1e-11);
        solves<float>(verdict, base, 1e-4);
    }
    on_host(verdict);
    singular(verdict);
    OK(cusolverSpDestroy(handle));
    CHECK(cudaStreamDestroy(stream));
    return verdict.end();
}
