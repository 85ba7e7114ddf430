// cuSPARSE's conversions between orders of elements, sums of matrices, and sorting.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipSPARSE)
// flags: -lhipsparse
// nvcc: -lcusparse
#include "check.h"

#include <cusparse.h>

#include <algorithm>
#include <numeric>

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

// By rows of a dense matrix, what arrays by columns say of it.
Values of_columns(int m, int n, int base, const std::vector<int> &starts, const std::vector<int> &others, const Values &values) {
    Values dense(m * n);
    for (int j = 0; j < n; j++)
        for (int at = starts[j] - base; at < starts[j + 1] - base; at++) dense[others[at] - base + j * m] += values[at];
    return dense;
}

void turned(Verdict &verdict, int base) {
    const int m = 33, n = 21;
    const Rows a(m, n, 2, base);
    Array<int> starts(a.starts), others(a.others), to_starts(n + 1), to_others(a.count());
    Array<double> values(a.values), to_values(a.count());
    const auto first = base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO;
    size_t size = 0;
    SPARSE(cusparseCsr2cscEx2_bufferSize(handle, m, n, a.count(), values.p, starts.p, others.p, to_values.p, to_starts.p, to_others.p,
                                         CUDA_R_64F, CUSPARSE_ACTION_NUMERIC, first, CUSPARSE_CSR2CSC_ALG1, &size));
    Array<char> buffer(size);
    SPARSE(cusparseCsr2cscEx2(handle, m, n, a.count(), values.p, starts.p, others.p, to_values.p, to_starts.p, to_others.p, CUDA_R_64F,
                              CUSPARSE_ACTION_NUMERIC, first, CUSPARSE_CSR2CSC_ALG1, buffer.p));
    const auto of = to_others.host(), by = to_starts.host();
    verdict.same("columns of a matrix by rows", of_columns(m, n, base, by, of, to_values.host()), a.dense);
    bool rising = true;
    for (int j = 0; j < n; j++) rising = rising && std::is_sorted(of.begin() + by[j] - base, of.begin() + by[j + 1] - base);
    verdict.holds("rows rise in each column", rising);
}

// cuSPARSE takes columns as they stand: all three count from one base.
void sums(Verdict &verdict, int base) {
    const int m = 30, n = 26;
    const Rows a(m, n, 1, base), b(m, n, 3, base);
    const Properties of_a(base), of_b(base), of_c(base);
    Array<int> starts_a(a.starts), others_a(a.others), starts_b(b.starts), others_b(b.others), starts(m + 1);
    Array<double> values_a(a.values), values_b(b.values);
    const double alpha = 2, beta = -0.5;
    size_t size = 0;
    SPARSE(cusparseDcsrgeam2_bufferSizeExt(handle, m, n, &alpha, of_a.descriptor, a.count(), values_a.p, starts_a.p, others_a.p, &beta,
                                           of_b.descriptor, b.count(), values_b.p, starts_b.p, others_b.p, of_c.descriptor, nullptr,
                                           starts.p, nullptr, &size));
    Array<char> buffer(size);
    int count = 0;
    SPARSE(cusparseXcsrgeam2Nnz(handle, m, n, of_a.descriptor, a.count(), starts_a.p, others_a.p, of_b.descriptor, b.count(), starts_b.p,
                                others_b.p, of_c.descriptor, starts.p, &count, buffer.p));
    int wanted = 0;
    Values sum(m * n);
    for (int at = 0; at < m * n; at++) {
        wanted += a.dense[at] != 0 || b.dense[at] != 0;
        sum[at] = alpha * a.dense[at] + beta * b.dense[at];
    }
    verdict.same("elements of a sum", count, wanted);
    Array<int> others(count);
    Array<double> values(count);
    SPARSE(cusparseDcsrgeam2(handle, m, n, &alpha, of_a.descriptor, a.count(), values_a.p, starts_a.p, others_a.p, &beta, of_b.descriptor,
                             b.count(), values_b.p, starts_b.p, others_b.p, of_c.descriptor, values.p, starts.p, others.p, buffer.p));
    Values found(m * n);
    const auto by = starts.host(), of = others.host();
    const auto elements = values.host();
    for (int i = 0; i < m; i++)
        for (int at = by[i] - base; at < by[i + 1] - base; at++) found[i + (of[at] - base) * m] += elements[at];
    verdict.same("a sum of matrices", found, sum, 1e-14);
}

void sorted(Verdict &verdict) {
    const int m = 20, n = 30;
    Rows a(m, n, 5);
    // Each row backwards.
    for (int i = 0; i < m; i++) {
        std::reverse(a.others.begin() + a.starts[i], a.others.begin() + a.starts[i + 1]);
        std::reverse(a.values.begin() + a.starts[i], a.values.begin() + a.starts[i + 1]);
    }
    const Properties properties;
    Array<int> starts(a.starts), others(a.others), permutation(a.count());
    size_t size = 0;
    SPARSE(cusparseXcsrsort_bufferSizeExt(handle, m, n, a.count(), starts.p, others.p, &size));
    Array<char> buffer(size);
    SPARSE(cusparseCreateIdentityPermutation(handle, a.count(), permutation.p));
    SPARSE(cusparseXcsrsort(handle, m, n, a.count(), properties.descriptor, starts.p, others.p, permutation.p, buffer.p));
    const auto order = permutation.host(), columns = others.host();
    Values found(m * n);
    bool rising = true;
    for (int i = 0; i < m; i++) {
        rising = rising && std::is_sorted(columns.begin() + a.starts[i], columns.begin() + a.starts[i + 1]);
        for (int at = a.starts[i]; at < a.starts[i + 1]; at++) found[i + columns[at] * m] = a.values[order[at]];
    }
    verdict.holds("columns rise in each row", rising);
    verdict.same("sorted rows", found, a.dense);

    // Places in a jumbled order, sorted by columns.
    const int count = 500;
    std::vector<int> row(count), column(count);
    for (int i = 0; i < count; i++) row[i] = i * 37 % count / 25, column[i] = i * 37 % count % 25;
    Array<int> rows_of(row), columns_of(column), places(count);
    SPARSE(cusparseXcoosort_bufferSizeExt(handle, 20, 25, count, rows_of.p, columns_of.p, &size));
    Array<char> more(size);
    SPARSE(cusparseCreateIdentityPermutation(handle, count, places.p));
    SPARSE(cusparseXcoosortByColumn(handle, 20, 25, count, rows_of.p, columns_of.p, places.p, more.p));
    std::vector<int> wanted_rows(count), wanted_columns(count), wanted_places(count);
    std::iota(wanted_places.begin(), wanted_places.end(), 0);
    std::sort(wanted_places.begin(), wanted_places.end(), [&](int i, int j) {
        return column[i] != column[j] ? column[i] < column[j] : row[i] < row[j];
    });
    for (int i = 0; i < count; i++) wanted_rows[i] = row[wanted_places[i]], wanted_columns[i] = column[wanted_places[i]];
    verdict.same("rows by columns", rows_of.host(), wanted_rows);
    verdict.same("columns by columns", columns_of.host(), wanted_columns);
    verdict.same("places by columns", places.host(), wanted_places);
}

int main() {
    Verdict verdict("sparse-conversions");
    SPARSE(cusparseCreate(&handle));
    turned(verdict, 0);
    turned(verdict, 1);
    sums(verdict, 0);
    sums(verdict, 1);
    sorted(verdict);
    SPARSE(cusparseDestroy(handle));
    return verdict.end();
}
