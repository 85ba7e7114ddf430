// cuSPARSE's products without descriptors of matrices and vectors: sparse vectors, sparse matrices times dense and sparse ones, for
// indices of both bases, all operations and scalars on the host and the device.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipSPARSE)
// flags: -lhipsparse
// nvcc: none, CUDA 12 removed these functions
#include "sparse.h"

cusparseHandle_t handle;

void vectors(Verdict &verdict, int base) {
    const cusparseIndexBase_t first = base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO;
    const Numbers places{2, 7, 3};
    Numbers indices(places);
    for (int &index : indices) index += base;
    const Values x{1.5, -2, 4};
    Values y = random_reals<double>(9, 3);
    Array<int> at(indices);
    Array<double> dx(x), dy(y), gathered(3), alpha(Values{2.5}), dot(1);
    SPARSE(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_DEVICE));
    SPARSE(cusparseDaxpyi(handle, 3, alpha.p, dx.p, at.p, dy.p, first));
    SPARSE(cusparseDdoti(handle, 3, dx.p, at.p, dy.p, dot.p, first));
    SPARSE(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
    double sum = 0, found = 0;
    for (int k = 0; k < 3; k++) y[places[k]] += 2.5 * x[k], sum += x[k] * y[places[k]];
    verdict.same("axpyi", dy.host(), y, 1e-15);
    verdict.same("doti on the device", dot.host()[0], sum, 1e-15);
    SPARSE(cusparseDdoti(handle, 3, dx.p, at.p, dy.p, &found, first));
    verdict.same("doti", found, sum, 1e-15);

    SPARSE(cusparseDgthr(handle, 3, dy.p, gathered.p, at.p, first));
    verdict.same("gthr", gathered.host(), Values{y[2], y[7], y[3]});
    const double c = 0.6, s = 0.8;
    SPARSE(cusparseDroti(handle, 3, gathered.p, at.p, dy.p, &c, &s, first));
    const Values turned = gathered.host();
    verdict.same("roti", turned, Values{1.4 * y[2], 1.4 * y[7], 1.4 * y[3]}, 1e-15);
    SPARSE(cusparseDgthrz(handle, 3, dy.p, gathered.p, at.p, first));
    verdict.same("gthrz", gathered.host(), Values{-0.2 * y[2], -0.2 * y[7], -0.2 * y[3]}, 1e-14);
    verdict.same("gthrz leaves", dy.host()[7], 0.0);
    SPARSE(cusparseDsctr(handle, 3, dx.p, at.p, dy.p, first));
    verdict.same("sctr", Values{dy.host()[2], dy.host()[7], dy.host()[3]}, x);
}

double element(const Rows &a, cusparseOperation_t op, int i, int j) {
    return op == CUSPARSE_OPERATION_NON_TRANSPOSE ? a.at(i, j) : a.at(j, i);
}

void dense(Verdict &verdict, int base, cusparseOperation_t op, cusparseOperation_t op_b) {
    const Rows a(13, 9, 2, base);
    const Matrix da(a);
    const bool plain = op == CUSPARSE_OPERATION_NON_TRANSPOSE, plain_b = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
    const int m = plain ? 13 : 9, n = plain ? 9 : 13, sides = 4, ldb = (plain_b ? n : sides) + 1, ldc = m + 2;
    const double alpha = 1.5, beta = -2;
    const auto b = random_reals<double>(ldb * 14, 5), c = random_reals<double>(ldc * sides, 7);
    Array<double> db(b), dc(c);
    SPARSE(cusparseDcsrmm2(handle, op, op_b, 13, sides, 9, a.count(), &alpha, da.of.descriptor, da.values.p, da.starts.p, da.others.p, db.p,
                           ldb, &beta, dc.p, ldc));
    Values wanted = c;
    for (int k = 0; k < sides; k++)
        for (int i = 0; i < m; i++) {
            wanted[i + k * ldc] *= beta;
            for (int j = 0; j < n; j++)
                wanted[i + k * ldc] += alpha * element(a, op, i, j) * (plain_b ? b[j + k * ldb] : b[k + j * ldb]);
        }
    verdict.same("csrmm2", dc.host(), wanted, 1e-13);
    if (!plain_b) return;
    Array<double> again(c), vector(Values(c.begin(), c.begin() + m));
    SPARSE(cusparseDcsrmm(handle, op, 13, sides, 9, a.count(), &alpha, da.of.descriptor, da.values.p, da.starts.p, da.others.p, db.p, ldb,
                          &beta, again.p, ldc));
    verdict.same("csrmm", again.host(), wanted, 1e-13);
    SPARSE(cusparseDcsrmv(handle, op, 13, 9, a.count(), &alpha, da.of.descriptor, da.values.p, da.starts.p, da.others.p, db.p, &beta,
                          vector.p));
    verdict.same("csrmv", vector.host(), Values(wanted.begin(), wanted.begin() + m), 1e-13);
}

// Of a symmetric matrix the lower triangle is given, and the upper one is its mirror image.
void symmetric(Verdict &verdict) {
    const Rows a(11, 11, 1);
    const Matrix da(a);
    SPARSE(cusparseSetMatType(da.of.descriptor, CUSPARSE_MATRIX_TYPE_SYMMETRIC));
    SPARSE(cusparseSetMatFillMode(da.of.descriptor, CUSPARSE_FILL_MODE_LOWER));
    const auto x = random_reals<double>(11, 5);
    Array<double> dx(x), dy(11);
    const double alpha = 1, beta = 0;
    SPARSE(cusparseDcsrmv(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, 11, 11, a.count(), &alpha, da.of.descriptor, da.values.p, da.starts.p,
                          da.others.p, dx.p, &beta, dy.p));
    Values wanted(11);
    for (int i = 0; i < 11; i++)
        for (int j = 0; j < 11; j++) wanted[i] += a.at(std::max(i, j), std::min(i, j)) * x[j];
    verdict.same("csrmv of a symmetric matrix", dy.host(), wanted, 1e-13);
}

void dense_on_the_left(Verdict &verdict) {
    // The rows of a matrix are the columns of its transposed one.
    const Rows b(6, 8, 1);
    const Matrix db(b);
    const int m = 5, lda = 7;
    const double alpha = 2, beta = 0.5;
    const auto a = random_reals<double>(lda * 8, 5), c = random_reals<double>(m * 6, 7);
    Array<double> da(a), dc(c);
    SPARSE(cusparseDgemmi(handle, m, 6, 8, b.count(), &alpha, da.p, lda, db.values.p, db.starts.p, db.others.p, &beta, dc.p, m));
    Values wanted = c;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < 6; j++) {
            wanted[i + j * m] *= beta;
            for (int k = 0; k < 8; k++) wanted[i + j * m] += alpha * a[i + k * lda] * b.at(j, k);
        }
    verdict.same("gemmi", dc.host(), wanted, 1e-13);

    const Numbers places{4, 1};
    const Values x{3, -1};
    Array<int> at(places);
    Array<double> dx(x), dy(c);
    int bytes = 0;
    SPARSE(cusparseDgemvi_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, m, 8, 2, &bytes));
    Array<char> buffer(bytes);
    SPARSE(cusparseDgemvi(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, m, 8, &alpha, da.p, lda, 2, dx.p, at.p, &beta, dy.p,
                          CUSPARSE_INDEX_BASE_ZERO, buffer.p));
    Values product(m);
    for (int i = 0; i < m; i++) product[i] = beta * c[i] + alpha * (3 * a[i + 4 * lda] - a[i + lda]);
    const Values found = dy.host();
    verdict.same("gemvi", Values(found.begin(), found.begin() + m), product, 1e-13);
}

void sparse_on_both_sides(Verdict &verdict, int base) {
    const int m = 9, k = 7, n = 8;
    const Rows a(m, k, 1, base), b(k, n, 2, base), d(m, n, 4, base);
    const Matrix da(a), db(b), dd(d);
    const double alpha = 1.5, beta = -0.5;
    csrgemm2Info_t info;
    SPARSE(cusparseCreateCsrgemm2Info(&info));
    size_t bytes = 0;
    SPARSE(cusparseDcsrgemm2_bufferSizeExt(handle, m, n, k, &alpha, da.of.descriptor, da.count, da.starts.p, da.others.p, db.of.descriptor,
                                           db.count, db.starts.p, db.others.p, &beta, dd.of.descriptor, dd.count, dd.starts.p,
                                           dd.others.p, info, &bytes));
    Array<char> buffer(bytes);
    Matrix c(m, m * n, base);
    int count = 0;
    SPARSE(cusparseXcsrgemm2Nnz(handle, m, n, k, da.of.descriptor, da.count, da.starts.p, da.others.p, db.of.descriptor, db.count,
                                db.starts.p, db.others.p, dd.of.descriptor, dd.count, dd.starts.p, dd.others.p, c.of.descriptor,
                                c.starts.p, &count, info, buffer.p));
    verdict.same("count of csrgemm2", count, c.starts.host()[m] - base);
    SPARSE(cusparseDcsrgemm2(handle, m, n, k, &alpha, da.of.descriptor, da.count, da.values.p, da.starts.p, da.others.p, db.of.descriptor,
                             db.count, db.values.p, db.starts.p, db.others.p, &beta, dd.of.descriptor, dd.count, dd.values.p, dd.starts.p,
                             dd.others.p, c.of.descriptor, c.values.p, c.starts.p, c.others.p, info, buffer.p));
    SPARSE(cusparseDestroyCsrgemm2Info(info));
    Values product(m * n), sum(m * n);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            for (int l = 0; l < k; l++) product[i + j * m] += a.at(i, l) * b.at(l, j);
            sum[i + j * m] = alpha * product[i + j * m] + beta * d.at(i, j);
        }
    verdict.same("csrgemm2", c.dense(m, n, base), sum, 1e-13);

    Matrix plain(m, m * n, base);
    const cusparseOperation_t none = CUSPARSE_OPERATION_NON_TRANSPOSE;
    SPARSE(cusparseXcsrgemmNnz(handle, none, none, m, n, k, da.of.descriptor, da.count, da.starts.p, da.others.p, db.of.descriptor,
                               db.count, db.starts.p, db.others.p, plain.of.descriptor, plain.starts.p, &count));
    SPARSE(cusparseDcsrgemm(handle, none, none, m, n, k, da.of.descriptor, da.count, da.values.p, da.starts.p, da.others.p,
                            db.of.descriptor, db.count, db.values.p, db.starts.p, db.others.p, plain.of.descriptor, plain.values.p,
                            plain.starts.p, plain.others.p));
    verdict.same("csrgemm", plain.dense(m, n, base), product, 1e-13);

    Matrix added(m, m * n, base);
    const Rows e(m, n, 1, base);
    const Matrix de(e);
    SPARSE(cusparseXcsrgeamNnz(handle, m, n, de.of.descriptor, de.count, de.starts.p, de.others.p, dd.of.descriptor, dd.count, dd.starts.p,
                               dd.others.p, added.of.descriptor, added.starts.p, &count));
    SPARSE(cusparseDcsrgeam(handle, m, n, &alpha, de.of.descriptor, de.count, de.values.p, de.starts.p, de.others.p, &beta,
                            dd.of.descriptor, dd.count, dd.values.p, dd.starts.p, dd.others.p, added.of.descriptor, added.values.p,
                            added.starts.p, added.others.p));
    for (int at = 0; at < m * n; at++) sum[at] = alpha * e.dense[at] + beta * d.dense[at];
    verdict.same("csrgeam", added.dense(m, n, base), sum, 1e-13);
}

int main() {
    Verdict verdict("sparse-older-products");
    SPARSE(cusparseCreate(&handle));
    for (int base = 0; base < 2; base++) {
        vectors(verdict, base);
        for (const auto op : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) {
            dense(verdict, base, op, CUSPARSE_OPERATION_NON_TRANSPOSE);
            dense(verdict, base, op, CUSPARSE_OPERATION_TRANSPOSE);
        }
        sparse_on_both_sides(verdict, base);
    }
    symmetric(verdict);
    dense_on_the_left(verdict);
    SPARSE(cusparseDestroy(handle));
    return verdict.end();
}
