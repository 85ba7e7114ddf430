// cuSPARSE's older functions of arrays, which CUDA 12 has no more: triangular systems (csrsv2, csrsm2) and csr2csc.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipSPARSE)
// flags: -lhipsparse
// nvcc: none, CUDA 12 removed these functions
#include "check.h"

#include <cusparse.h>

#define SPARSE(call) LIBRARY(call, CUSPARSE_STATUS_SUCCESS)

using Values = std::vector<double>;
cusparseHandle_t handle;

// A matrix on the host by rows that count from `base`.
struct Rows {
    int rows, columns, base;
    Values dense;
    std::vector<int> starts, others;
    Values values;

    Rows(int m, int n, int seed, int first = 0) : rows(m), columns(n), base(first), dense(m * n), starts{first} {
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++)
                if (i == j || (5 * i + 3 * j + seed) % 4 == 0) {
                    dense[i + j * m] = i == j ? 20 + i : (7 * i + j + seed) % 9 - 4.5;
                    others.push_back(j + base), values.push_back(dense[i + j * m]);
                }
            starts.push_back(static_cast<int>(others.size()) + base);
        }
    }
    int count() const { return static_cast<int>(others.size()); }
};

struct Properties {
    cusparseMatDescr_t descriptor;

    explicit Properties(int base = 0) {
        SPARSE(cusparseCreateMatDescr(&descriptor));
        SPARSE(cusparseSetMatIndexBase(descriptor, base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO));
    }
    ~Properties() { SPARSE(cusparseDestroyMatDescr(descriptor)); }
};

double element(const Rows &a, int i, int j, bool upper, bool unit, bool turned) {
    const int row = turned ? j : i, column = turned ? i : j;
    if (row == column) return unit ? 1 : a.dense[row + column * a.rows];
    return (upper ? row < column : row > column) ? a.dense[row + column * a.rows] : 0;
}

void triangles(Verdict &verdict, bool upper, bool unit, bool turned, bool sides_turned) {
    const int n = 40, sides = 3, base = 1;
    const Rows a(n, n, 1, base);
    const Properties properties(base);
    SPARSE(cusparseSetMatFillMode(properties.descriptor, upper ? CUSPARSE_FILL_MODE_UPPER : CUSPARSE_FILL_MODE_LOWER));
    SPARSE(cusparseSetMatDiagType(properties.descriptor, unit ? CUSPARSE_DIAG_TYPE_UNIT : CUSPARSE_DIAG_TYPE_NON_UNIT));
    Array<int> starts(a.starts), others(a.others);
    Array<double> values(a.values);
    const auto op = turned ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
    const auto op_b = sides_turned ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
    const double alpha = 1.5;
    const Values b = random_reals<double>(n * sides, 3);
    // Columns of the right-hand sides, or rows.
    const int ld = sides_turned ? sides : n;
    const auto place = [&](int i, int side) { return sides_turned ? side + i * sides : i + side * n; };

    csrsv2Info_t of_vector;
    SPARSE(cusparseCreateCsrsv2Info(&of_vector));
    Array<double> f(Values(b.begin(), b.begin() + n)), x(n);
    int bytes = 0, position = -2;
    SPARSE(cusparseDcsrsv2_bufferSize(handle, op, n, a.count(), properties.descriptor, values.p, starts.p, others.p, of_vector, &bytes));
    Array<char> buffer(bytes);
    SPARSE(cusparseDcsrsv2_analysis(handle, op, n, a.count(), properties.descriptor, values.p, starts.p, others.p, of_vector,
                                    CUSPARSE_SOLVE_POLICY_USE_LEVEL, buffer.p));
    SPARSE(cusparseDcsrsv2_solve(handle, op, n, a.count(), &alpha, properties.descriptor, values.p, starts.p, others.p, of_vector, f.p, x.p,
                                 CUSPARSE_SOLVE_POLICY_USE_LEVEL, buffer.p));
    verdict.holds("no pivot is zero", cusparseXcsrsv2_zeroPivot(handle, of_vector, &position) == CUSPARSE_STATUS_SUCCESS && position == -1);
    SPARSE(cusparseDestroyCsrsv2Info(of_vector));

    csrsm2Info_t of_matrix;
    SPARSE(cusparseCreateCsrsm2Info(&of_matrix));
    Array<double> all(b);
    size_t size = 0;
    SPARSE(cusparseDcsrsm2_bufferSizeExt(handle, 0, op, op_b, n, sides, a.count(), &alpha, properties.descriptor, values.p, starts.p,
                                         others.p, all.p, ld, of_matrix, CUSPARSE_SOLVE_POLICY_NO_LEVEL, &size));
    Array<char> more(size);
    SPARSE(cusparseDcsrsm2_analysis(handle, 0, op, op_b, n, sides, a.count(), &alpha, properties.descriptor, values.p, starts.p, others.p,
                                    all.p, ld, of_matrix, CUSPARSE_SOLVE_POLICY_NO_LEVEL, more.p));
    SPARSE(cusparseDcsrsm2_solve(handle, 0, op, op_b, n, sides, a.count(), &alpha, properties.descriptor, values.p, starts.p, others.p,
                                 all.p, ld, of_matrix, CUSPARSE_SOLVE_POLICY_NO_LEVEL, more.p));
    SPARSE(cusparseDestroyCsrsm2Info(of_matrix));

    const auto vector = x.host(), matrix = all.host();
    double worst = 0, size_of_x = 1;
    for (double value : vector) size_of_x = std::fmax(size_of_x, std::fabs(value));
    for (double value : matrix) size_of_x = std::fmax(size_of_x, std::fabs(value));
    for (int i = 0; i < n; i++) {
        double sum = -alpha * b[i];
        for (int j = 0; j < n; j++) sum += element(a, i, j, upper, unit, turned) * vector[j];
        worst = std::fmax(worst, std::fabs(sum));
        for (int side = 0; side < sides; side++) {
            sum = -alpha * b[place(i, side)];
            for (int j = 0; j < n; j++) sum += element(a, i, j, upper, unit, turned) * matrix[place(j, side)];
            worst = std::fmax(worst, std::fabs(sum));
        }
    }
    verdict.holds("triangles solved", worst < 1e-11 * size_of_x);
}

void zero_pivot(Verdict &verdict) {
    // The second row has no element on the diagonal.
    Array<int> starts(std::vector<int>{0, 1, 2, 4}), others(std::vector<int>{0, 0, 0, 2});
    Array<double> values(Values{2, 1, 1, 3}), f(Values{1, 1, 1}), x(3);
    const Properties properties;
    csrsv2Info_t info;
    SPARSE(cusparseCreateCsrsv2Info(&info));
    int bytes = 0, position = -2;
    const auto op = CUSPARSE_OPERATION_NON_TRANSPOSE;
    SPARSE(cusparseDcsrsv2_bufferSize(handle, op, 3, 4, properties.descriptor, values.p, starts.p, others.p, info, &bytes));
    Array<char> buffer(bytes);
    SPARSE(cusparseDcsrsv2_analysis(handle, op, 3, 4, properties.descriptor, values.p, starts.p, others.p, info,
                                    CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer.p));
    verdict.holds("a pivot is not there", cusparseXcsrsv2_zeroPivot(handle, info, &position) == CUSPARSE_STATUS_ZERO_PIVOT && position == 1);
    SPARSE(cusparseDestroyCsrsv2Info(info));
}

void turned(Verdict &verdict) {
    const int m = 33, n = 21, base = 1;
    const Rows a(m, n, 2, base);
    Array<int> starts(a.starts), others(a.others), to_starts(n + 1), to_others(a.count());
    Array<double> values(a.values), to_values(a.count());
    SPARSE(cusparseDcsr2csc(handle, m, n, a.count(), values.p, starts.p, others.p, to_values.p, to_others.p, to_starts.p,
                            CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ONE));
    Values dense(m * n);
    const auto by = to_starts.host(), of = to_others.host();
    const auto elements = to_values.host();
    for (int j = 0; j < n; j++)
        for (int at = by[j] - base; at < by[j + 1] - base; at++) dense[of[at] - base + j * m] += elements[at];
    verdict.same("columns of a matrix by rows", dense, a.dense);
}

int main() {
    Verdict verdict("sparse-arrays");
    SPARSE(cusparseCreate(&handle));
    for (int variant = 0; variant < 16; variant++) triangles(verdict, variant & 1, variant & 2, variant & 4, variant & 8);
    zero_pivot(verdict);
    turned(verdict);
    SPARSE(cusparseDestroy(handle));
    return verdict.end();
}
