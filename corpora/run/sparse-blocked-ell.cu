// cuSPARSE's matrices of blocks in rows of one length: products with dense matrices, what a descriptor says, and dense matrices into them.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipSPARSE)
// flags: -lhipsparse
// nvcc: -lcusparse
#include "sparse.h"

// Three rows of four blocks, two of which are stored; the last row has one block alone. Values lie row after row.
constexpr int edge = 4, block_rows = 3, slots = 2, m = 12, k = 16, stored = 8, n = 5;

int main() {
    Verdict verdict("sparse-blocked-ell");
    cusparseHandle_t handle;
    SPARSE(cusparseCreate(&handle));
    const Numbers block_columns{3, 0, 1, 2, 2, -1};
    Values values(m * stored), dense(m * k), dense_by_rows(m * k);
    for (int block = 0; block < block_rows * slots; block++)
        for (int j = 0; j < edge; j++)
            for (int i = 0; i < edge && block_columns[block] >= 0; i++) {
                const int row = block / slots * edge + i, column = block_columns[block] * edge + j;
                const double value = 1 + block + 0.25 * i - 0.5 * j;
                values[row * stored + block % slots * edge + j] = value;
                dense[row + column * m] = dense_by_rows[row * k + column] = value;
            }
    const auto b = random_reals<double>(k * n, 3), c = random_reals<double>(m * n, 4);
    Array<int> dcolumns(block_columns);
    Array<double> dvalues(values), db(b), dc(c), ddense(dense_by_rows);
    cusparseSpMatDescr_t a;
    SPARSE(cusparseCreateBlockedEll(&a, m, k, edge, stored, dcolumns.p, dvalues.p, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    cusparseDnMatDescr_t of_b, of_c, of_dense;
    SPARSE(cusparseCreateDnMat(&of_b, k, n, k, db.p, CUDA_R_64F, CUSPARSE_ORDER_COL));
    SPARSE(cusparseCreateDnMat(&of_c, m, n, m, dc.p, CUDA_R_64F, CUSPARSE_ORDER_COL));
    SPARSE(cusparseCreateDnMat(&of_dense, m, k, k, ddense.p, CUDA_R_64F, CUSPARSE_ORDER_ROW));
    const double alpha = 2, beta = -1;
    size_t bytes = 0;
    const auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
    SPARSE(cusparseSpMM_bufferSize(handle, none, none, &alpha, a, of_b, &beta, of_c, CUDA_R_64F, CUSPARSE_SPMM_BLOCKED_ELL_ALG1, &bytes));
    Array<char> buffer(bytes + 1);
    SPARSE(cusparseSpMM(handle, none, none, &alpha, a, of_b, &beta, of_c, CUDA_R_64F, CUSPARSE_SPMM_BLOCKED_ELL_ALG1, buffer.p));
    Values wanted(m * n);
    for (int column = 0; column < n; column++)
        for (int i = 0; i < m; i++) {
            double sum = 0;
            for (int j = 0; j < k; j++) sum += dense[i + j * m] * b[j + column * k];
            wanted[i + column * m] = alpha * sum + beta * c[i + column * m];
        }
    verdict.same("product", dc.host(), wanted, 1e-13);

    int64_t rows = 0, columns = 0, found_edge = 0, found_stored = 0;
    void *found_columns = nullptr, *found_values = nullptr;
    cusparseIndexType_t index;
    cusparseIndexBase_t base;
    cudaDataType kind;
    SPARSE(cusparseBlockedEllGet(a, &rows, &columns, &found_edge, &found_stored, &found_columns, &found_values, &index, &base, &kind));
    verdict.holds("the descriptor's extents", rows == m && columns == k && found_edge == edge && found_stored == stored);
    verdict.holds("the descriptor's arrays", found_columns == dcolumns.p && found_values == dvalues.p);
    verdict.holds("the descriptor's types", index == CUSPARSE_INDEX_32I && base == CUSPARSE_INDEX_BASE_ZERO && kind == CUDA_R_64F);
    cusparseFormat_t format;
    SPARSE(cusparseSpMatGetFormat(a, &format));
    verdict.holds("the format", format == CUSPARSE_FORMAT_BLOCKED_ELL);
    // The blocks that the columns name, taken from a dense matrix.
    Array<double> dfound(m * stored);
    SPARSE(cusparseSpMatSetValues(a, dfound.p));
    SPARSE(cusparseDenseToSparse_bufferSize(handle, of_dense, a, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &bytes));
    Array<char> more(bytes + 1);
    SPARSE(cusparseDenseToSparse_analysis(handle, of_dense, a, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, more.p));
    SPARSE(cusparseDenseToSparse_convert(handle, of_dense, a, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, more.p));
    verdict.same("blocks of a dense matrix", dfound.host(), values);
    SPARSE(cusparseDestroyDnMat(of_b));
    SPARSE(cusparseDestroyDnMat(of_c));
    SPARSE(cusparseDestroyDnMat(of_dense));
    SPARSE(cusparseDestroySpMat(a));
    SPARSE(cusparseDestroy(handle));
    return verdict.end();
}
