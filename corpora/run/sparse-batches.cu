// cuSPARSE's batches of sparse matrices under one descriptor, by rows and by coordinates, times one dense matrix and times one each.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipSPARSE)
// flags: -lhipsparse
// nvcc: -lcusparse
#include "sparse.h"

cusparseHandle_t handle;

constexpr int m = 6, k = 5, n = 4, count = 3;

// As many elements in each matrix, in columns of its own.
struct Batch {
    Numbers starts, rows, columns;
    Values values, dense;

    Batch() : dense(count * m * k) {
        for (int member = 0; member < count; member++) {
            for (int i = 0; i <= m; i++) starts.push_back(2 * i);
            for (int i = 0; i < m; i++)
                for (int at = 0; at < 2; at++) {
                    const int j = at ? 3 + (i + member) % 2 : (2 * i + member) % 3;
                    const double value = 1 + i + 10 * member - 3 * at;
                    rows.push_back(i), columns.push_back(j), values.push_back(value);
                    dense[member * m * k + i + j * m] = value;
                }
        }
    }
};

void multiply(Verdict &verdict, const char *what, cusparseSpMatDescr_t a, const Batch &batch, bool one) {
    const auto b = random_reals<double>(count * k * n, 3);
    Array<double> db(b), dc(count * m * n);
    cusparseDnMatDescr_t of_b, of_c;
    SPARSE(cusparseCreateDnMat(&of_b, k, n, k, db.p, CUDA_R_64F, CUSPARSE_ORDER_COL));
    SPARSE(cusparseCreateDnMat(&of_c, m, n, m, dc.p, CUDA_R_64F, CUSPARSE_ORDER_COL));
    SPARSE(cusparseDnMatSetStridedBatch(of_b, count, one ? 0 : k * n));
    SPARSE(cusparseDnMatSetStridedBatch(of_c, count, m * n));
    const double alpha = 2, beta = 0;
    size_t bytes = 0;
    const auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
    SPARSE(cusparseSpMM_bufferSize(handle, none, none, &alpha, a, of_b, &beta, of_c, CUDA_R_64F, CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
    Array<char> buffer(bytes + 1);
    SPARSE(cusparseSpMM(handle, none, none, &alpha, a, of_b, &beta, of_c, CUDA_R_64F, CUSPARSE_SPMM_ALG_DEFAULT, buffer.p));
    Values wanted(count * m * n);
    for (int member = 0; member < count; member++)
        for (int column = 0; column < n; column++)
            for (int i = 0; i < m; i++)
                for (int j = 0; j < k; j++)
                    wanted[member * m * n + i + column * m] +=
                        alpha * batch.dense[member * m * k + i + j * m] * b[(one ? 0 : member * k * n) + j + column * k];
    verdict.same(what, dc.host(), wanted, 1e-13);
    SPARSE(cusparseDestroyDnMat(of_b));
    SPARSE(cusparseDestroyDnMat(of_c));
    SPARSE(cusparseDestroySpMat(a));
}

int main() {
    Verdict verdict("sparse-batches");
    SPARSE(cusparseCreate(&handle));
    const Batch batch;
    Array<int> starts(batch.starts), rows(batch.rows), columns(batch.columns);
    Array<double> values(batch.values);
    for (const bool one : {false, true}) {
        cusparseSpMatDescr_t a;
        SPARSE(cusparseCreateCsr(&a, m, k, 2 * m, starts.p, columns.p, values.p, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                 CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
        SPARSE(cusparseCsrSetStridedBatch(a, count, m + 1, 2 * m));
        int found = 0;
        SPARSE(cusparseSpMatGetStridedBatch(a, &found));
        verdict.same("matrices", found, count);
        multiply(verdict, "rows", a, batch, one);
        SPARSE(cusparseCreateCoo(&a, m, k, 2 * m, rows.p, columns.p, values.p, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
        SPARSE(cusparseCooSetStridedBatch(a, count, 2 * m));
        multiply(verdict, "coordinates", a, batch, one);
    }
    SPARSE(cusparseDestroy(handle));
    return verdict.end();
}
