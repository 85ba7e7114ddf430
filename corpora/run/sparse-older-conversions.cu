// cuSPARSE's conversions without descriptors of matrices: dense and sparse, by rows and by columns, without small elements, with
// rows in order, into blocks that are not square, into the hybrid format; and colours of a graph.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipSPARSE)
// flags: -lhipsparse
// nvcc: none, CUDA 12 removed these functions
#include "sparse.h"

cusparseHandle_t handle;

void dense(Verdict &verdict, int base) {
    const int m = 9, n = 7;
    const Rows a(m, n, 2, base);
    const Matrix rows(a);
    Array<double> all(static_cast<size_t>(m) * n), back(static_cast<size_t>(m) * n);
    SPARSE(cusparseDcsr2dense(handle, m, n, rows.of.descriptor, rows.values.p, rows.starts.p, rows.others.p, all.p, m));
    verdict.same("csr2dense", all.host(), a.dense);

    for (const bool by_columns : {false, true}) {
        Array<int> counts(by_columns ? n : m);
        int total = 0;
        SPARSE(cusparseDnnz(handle, by_columns ? CUSPARSE_DIRECTION_COLUMN : CUSPARSE_DIRECTION_ROW, m, n, rows.of.descriptor, all.p, m,
                            counts.p, &total));
        verdict.same("nnz", total, a.count());
        Matrix found(by_columns ? n : m, total, base);
        if (by_columns) {
            SPARSE(cusparseDdense2csc(handle, m, n, found.of.descriptor, all.p, m, counts.p, found.values.p, found.others.p,
                                      found.starts.p));
            SPARSE(cusparseDcsc2dense(handle, m, n, found.of.descriptor, found.values.p, found.others.p, found.starts.p, back.p, m));
            verdict.same("csc2dense", back.host(), a.dense);
        } else {
            SPARSE(cusparseDdense2csr(handle, m, n, found.of.descriptor, all.p, m, counts.p, found.values.p, found.starts.p,
                                      found.others.p));
            verdict.same("beginnings of dense2csr", found.starts.host(), a.starts);
        }
        verdict.same("dense to sparse", found.dense(m, n, base, by_columns), a.dense);
    }
}

void without_small_elements(Verdict &verdict, int base) {
    const int m = 9, n = 7;
    const Rows a(m, n, 2, base);
    const Matrix rows(a);
    const double limit = 3;
    Values wanted(a.dense);
    int larger = 0;
    for (double &value : wanted) {
        value = std::fabs(value) > limit ? value : 0;
        larger += value != 0;
    }
    Array<int> counts(m);
    int total = 0;
    SPARSE(cusparseDnnz_compress(handle, m, rows.of.descriptor, rows.values.p, rows.starts.p, counts.p, &total, limit));
    verdict.same("nnz_compress", total, larger);
    Matrix compressed(m, total, base);
    SPARSE(cusparseDcsr2csr_compress(handle, m, n, rows.of.descriptor, rows.values.p, rows.others.p, rows.starts.p, rows.count, counts.p,
                                     compressed.values.p, compressed.others.p, compressed.starts.p, limit));
    verdict.same("csr2csr_compress", compressed.dense(m, n, base), wanted);

    size_t bytes = 0;
    Matrix pruned(m, total, base);
    SPARSE(cusparseDpruneCsr2csr_bufferSizeExt(handle, m, n, rows.count, rows.of.descriptor, rows.values.p, rows.starts.p, rows.others.p,
                                               &limit, pruned.of.descriptor, pruned.values.p, pruned.starts.p, pruned.others.p, &bytes));
    Array<char> buffer(bytes);
    SPARSE(cusparseDpruneCsr2csrNnz(handle, m, n, rows.count, rows.of.descriptor, rows.values.p, rows.starts.p, rows.others.p, &limit,
                                    pruned.of.descriptor, pruned.starts.p, &total, buffer.p));
    verdict.same("pruneCsr2csrNnz", total, larger);
    SPARSE(cusparseDpruneCsr2csr(handle, m, n, rows.count, rows.of.descriptor, rows.values.p, rows.starts.p, rows.others.p, &limit,
                                 pruned.of.descriptor, pruned.values.p, pruned.starts.p, pruned.others.p, buffer.p));
    verdict.same("pruneCsr2csr", pruned.dense(m, n, base), wanted);

    // Half of all elements, zeros among them.
    Array<double> all(a.dense);
    Values sizes;
    for (const double value : a.dense) sizes.push_back(std::fabs(value));
    std::sort(sizes.begin(), sizes.end());
    const double middle = sizes[(sizes.size() + 1) / 2 - 1];
    pruneInfo_t info;
    SPARSE(cusparseCreatePruneInfo(&info));
    Matrix half(m, m * n, base);
    SPARSE(cusparseDpruneDense2csrNnzByPercentage(handle, m, n, all.p, m, 50, half.of.descriptor, half.starts.p, &total, info, buffer.p));
    SPARSE(cusparseDpruneDense2csrByPercentage(handle, m, n, all.p, m, 50, half.of.descriptor, half.values.p, half.starts.p,
                                               half.others.p, info, buffer.p));
    SPARSE(cusparseDestroyPruneInfo(info));
    for (int at = 0; at < m * n; at++) wanted[at] = std::fabs(a.dense[at]) > middle ? a.dense[at] : 0;
    verdict.same("pruneDense2csrByPercentage", half.dense(m, n, base), wanted);
}

void order(Verdict &verdict, int base) {
    Rows a(6, 8, 2, base);
    for (int i = 0; i < a.rows; i++) {
        std::reverse(a.others.begin() + a.starts[i] - base, a.others.begin() + a.starts[i + 1] - base);
        std::reverse(a.values.begin() + a.starts[i] - base, a.values.begin() + a.starts[i + 1] - base);
    }
    Matrix rows(a);
    csru2csrInfo_t info;
    size_t bytes = 0;
    SPARSE(cusparseCreateCsru2csrInfo(&info));
    SPARSE(cusparseDcsru2csr_bufferSizeExt(handle, a.rows, a.columns, rows.count, rows.values.p, rows.starts.p, rows.others.p, info,
                                           &bytes));
    Array<char> buffer(bytes);
    SPARSE(cusparseDcsru2csr(handle, a.rows, a.columns, rows.count, rows.of.descriptor, rows.values.p, rows.starts.p, rows.others.p, info,
                             buffer.p));
    verdict.same("csru2csr", rows.dense(a.rows, a.columns, base), a.dense);
    const Numbers sorted = rows.others.host();
    bool rise = true;
    for (int i = 0; i < a.rows; i++)
        rise = rise && std::is_sorted(sorted.begin() + a.starts[i] - base, sorted.begin() + a.starts[i + 1] - base);
    verdict.holds("columns rise", rise);
    SPARSE(cusparseDcsr2csru(handle, a.rows, a.columns, rows.count, rows.of.descriptor, rows.values.p, rows.starts.p, rows.others.p, info,
                             buffer.p));
    verdict.same("csr2csru", rows.others.host(), a.others);
    verdict.same("values of csr2csru", rows.values.host(), a.values);
    SPARSE(cusparseDestroyCsru2csrInfo(info));
}

void blocks_of(Verdict &verdict, cusparseDirection_t direction, int base) {
    const int m = 11, n = 10, height = 3, width = 4, lines = blocks(m, height), columns = blocks(n, width);
    const Rows a(m, n, 2, base);
    const Matrix rows(a);
    const Properties of(base);
    Array<int> starts(lines + 1);
    int count = 0;
    // The size of the memory to work in is an int in CUDA and a size_t in HIP.
    Array<char> buffer(1 << 16);
    SPARSE(cusparseXcsr2gebsrNnz(handle, direction, m, n, rows.of.descriptor, rows.starts.p, rows.others.p, of.descriptor, starts.p,
                                 height, width, &count, buffer.p));
    Array<int> others(count);
    Array<double> values(static_cast<size_t>(count) * height * width);
    SPARSE(cusparseDcsr2gebsr(handle, direction, m, n, rows.of.descriptor, rows.values.p, rows.starts.p, rows.others.p, of.descriptor,
                              values.p, starts.p, others.p, height, width, buffer.p));
    Matrix back(lines * height, count * height * width, base);
    SPARSE(cusparseDgebsr2csr(handle, direction, lines, columns, of.descriptor, values.p, starts.p, others.p, height, width,
                              back.of.descriptor, back.values.p, back.starts.p, back.others.p));
    const Values padded = back.dense(lines * height, columns * width, base);
    Values found(static_cast<size_t>(m) * n);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) found[i + j * m] = padded[i + j * lines * height];
    verdict.same("blocks and back", found, a.dense);

    Array<int> turned_starts(columns + 1), turned_others(count);
    Array<double> turned(static_cast<size_t>(count) * height * width);
    SPARSE(cusparseDgebsr2gebsc(handle, lines, columns, count, values.p, starts.p, others.p, height, width, turned.p, turned_others.p,
                                turned_starts.p, CUSPARSE_ACTION_NUMERIC,
                                base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO, buffer.p));
    const Numbers by = turned_starts.host(), row = turned_others.host();
    const Values blocks_turned = turned.host();
    Values again(static_cast<size_t>(m) * n);
    for (int column = 0; column < columns; column++)
        for (int at = by[column] - base; at < by[column + 1] - base; at++)
            for (int k = 0; k < height * width; k++) {
                const bool by_rows = direction == CUSPARSE_DIRECTION_ROW;
                const int i = (row[at] - base) * height + (by_rows ? k / width : k % height);
                const int j = column * width + (by_rows ? k % width : k / height);
                if (i < m && j < n) again[i + j * m] = blocks_turned[at * height * width + k];
            }
    verdict.same("blocks by columns", again, a.dense);
}

void hybrid(Verdict &verdict) {
    const Rows a(9, 7, 2);
    const Matrix rows(a);
    cusparseHybMat_t matrix;
    SPARSE(cusparseCreateHybMat(&matrix));
    SPARSE(cusparseDcsr2hyb(handle, 9, 7, rows.of.descriptor, rows.values.p, rows.starts.p, rows.others.p, matrix, 0,
                            CUSPARSE_HYB_PARTITION_AUTO));
    const auto x = random_reals<double>(7, 3), y = random_reals<double>(9, 5);
    Array<double> dx(x), dy(y);
    const double alpha = 2, beta = -1;
    SPARSE(cusparseDhybmv(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, rows.of.descriptor, matrix, dx.p, &beta, dy.p));
    Values wanted(9);
    for (int i = 0; i < 9; i++) {
        wanted[i] = -y[i];
        for (int j = 0; j < 7; j++) wanted[i] += 2 * a.at(i, j) * x[j];
    }
    verdict.same("hybmv", dy.host(), wanted, 1e-13);
    Matrix back(9, rows.count, 0);
    SPARSE(cusparseDhyb2csr(handle, back.of.descriptor, matrix, back.values.p, back.starts.p, back.others.p));
    verdict.same("hyb2csr", back.dense(9, 7, 0), a.dense);
    SPARSE(cusparseDestroyHybMat(matrix));
}

void colours(Verdict &verdict) {
    // Rows and columns of a grid's points with their neighbours.
    const int width = 7, n = width * width;
    Numbers starts{0}, others;
    for (int i = 0; i < n; i++) {
        for (const int j : {i - width, i % width ? i - 1 : -1, i, (i + 1) % width ? i + 1 : -1, i + width})
            if (j >= 0 && j < n) others.push_back(j);
        starts.push_back(static_cast<int>(others.size()));
    }
    Array<int> ds(starts), dc(others), colouring(n), reordering(n);
    Array<double> values(Values(others.size(), 1.0));
    const Properties of;
    cusparseColorInfo_t info;
    SPARSE(cusparseCreateColorInfo(&info));
    const double all = 1;
    int count = 0;
    SPARSE(cusparseDcsrcolor(handle, n, static_cast<int>(others.size()), of.descriptor, values.p, ds.p, dc.p, &all, &count, colouring.p,
                             reordering.p, info));
    SPARSE(cusparseDestroyColorInfo(info));
    const Numbers found = colouring.host(), places = reordering.host();
    bool apart = true;
    for (int i = 0; i < n; i++)
        for (int at = starts[i]; at < starts[i + 1]; at++) apart = apart && (others[at] == i || found[others[at]] != found[i]);
    verdict.holds("neighbours have different colours", apart);
    verdict.same("colours", count, *std::max_element(found.begin(), found.end()) + 1);
    Numbers sorted(n, -1);
    for (int i = 0; i < n; i++) sorted[places[i]] = found[i];
    verdict.holds("rows are sorted by colours", std::is_sorted(sorted.begin(), sorted.end()) && sorted[0] == 0);
}

int main() {
    Verdict verdict("sparse-older-conversions");
    SPARSE(cusparseCreate(&handle));
    for (int base = 0; base < 2; base++) {
        dense(verdict, base);
        without_small_elements(verdict, base);
        order(verdict, base);
        blocks_of(verdict, CUSPARSE_DIRECTION_ROW, base);
        blocks_of(verdict, CUSPARSE_DIRECTION_COLUMN, base);
    }
    hybrid(verdict);
    colours(verdict);
    SPARSE(cusparseDestroy(handle));
    return verdict.end();
}
