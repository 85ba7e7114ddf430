// cuSPARSE's generic interface: triangular systems, products of sparse matrices, sampled products, conversions, sparse vectors.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipSPARSE)
// flags: -lhipsparse
// nvcc: -lcusparse
#include "check.h"

#include <cusparse.h>

#define SPARSE(call) LIBRARY(call, CUSPARSE_STATUS_SUCCESS)

using Values = std::vector<double>;
cusparseHandle_t handle;
const double one = 1, zero = 0;

// A matrix on the host, and its rows on the device.
struct Rows {
    int rows, columns;
    Values dense;
    std::vector<int> starts{0}, others;
    Values values;

    // About a third of the elements, and a heavy diagonal.
    Rows(int m, int n, int seed) : rows(m), columns(n), dense(m * n) {
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++)
                if (i == j || (5 * i + 3 * j + seed) % 3 == 0) {
                    dense[i + j * m] = i == j ? 20 + i : (7 * i + j + seed) % 9 - 4.5;
                    others.push_back(j), values.push_back(dense[i + j * m]);
                }
            starts.push_back(static_cast<int>(others.size()));
        }
    }
};

// The same on the device.
struct Device {
    Array<int> starts, others;
    Array<double> values;
    cusparseSpMatDescr_t descriptor;

    explicit Device(const Rows &a) : starts(a.starts), others(a.others), values(a.values) {
        SPARSE(cusparseCreateCsr(&descriptor, a.rows, a.columns, static_cast<int64_t>(a.others.size()), starts.p, others.p,
                                 values.p, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    }
    ~Device() { SPARSE(cusparseDestroySpMat(descriptor)); }
};

struct Dense {
    Array<double> values;
    cusparseDnMatDescr_t descriptor;

    Dense(const Values &from, int m, int n) : values(from) {
        SPARSE(cusparseCreateDnMat(&descriptor, m, n, m, values.p, CUDA_R_64F, CUSPARSE_ORDER_COL));
    }
    ~Dense() { SPARSE(cusparseDestroyDnMat(descriptor)); }
};

struct DenseVector {
    Array<double> values;
    cusparseDnVecDescr_t descriptor;

    explicit DenseVector(const Values &from) : values(from) {
        SPARSE(cusparseCreateDnVec(&descriptor, static_cast<int64_t>(from.size()), values.p, CUDA_R_64F));
    }
    ~DenseVector() { SPARSE(cusparseDestroyDnVec(descriptor)); }
};

void triangles(Verdict &verdict) {
    const int n = 40;
    const Rows a(n, n, 1);
    const Values b = random_reals<double>(n, 3);
    for (int variant = 0; variant < 8; variant++) {
        const bool upper = variant & 1, unit = variant & 2, turned = variant & 4;
        Device device(a);
        cusparseFillMode_t fill = upper ? CUSPARSE_FILL_MODE_UPPER : CUSPARSE_FILL_MODE_LOWER;
        cusparseDiagType_t diagonal = unit ? CUSPARSE_DIAG_TYPE_UNIT : CUSPARSE_DIAG_TYPE_NON_UNIT;
        SPARSE(cusparseSpMatSetAttribute(device.descriptor, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill)));
        SPARSE(cusparseSpMatSetAttribute(device.descriptor, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof(diagonal)));
        DenseVector right(b), x(Values(n, 0));
        const double alpha = 2;
        const auto op = turned ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
        cusparseSpSVDescr_t descriptor;
        SPARSE(cusparseSpSV_createDescr(&descriptor));
        size_t size = 0;
        SPARSE(cusparseSpSV_bufferSize(handle, op, &alpha, device.descriptor, right.descriptor, x.descriptor, CUDA_R_64F,
                                       CUSPARSE_SPSV_ALG_DEFAULT, descriptor, &size));
        Array<char> buffer(size);
        SPARSE(cusparseSpSV_analysis(handle, op, &alpha, device.descriptor, right.descriptor, x.descriptor, CUDA_R_64F,
                                     CUSPARSE_SPSV_ALG_DEFAULT, descriptor, buffer.p));
        SPARSE(cusparseSpSV_solve(handle, op, &alpha, device.descriptor, right.descriptor, x.descriptor, CUDA_R_64F,
                                  CUSPARSE_SPSV_ALG_DEFAULT, descriptor));
        const auto found = x.values.host();
        Values back(n), wanted(n);
        for (int i = 0; i < n; i++) {
            wanted[i] = alpha * b[i];
            for (int j = 0; j < n; j++) {
                const int row = turned ? j : i, column = turned ? i : j;
                const bool inside = upper ? row < column : row > column;
                const double value = row == column ? (unit ? 1 : a.dense[i + j * n]) : inside ? a.dense[row + column * n] : 0;
                back[i] += value * found[j];
            }
        }
        double size_of_x = 1;
        for (double value : found) size_of_x = std::fmax(size_of_x, std::fabs(value));
        double worst = 0;
        for (int i = 0; i < n; i++) worst = std::fmax(worst, std::fabs(back[i] - wanted[i]));
        verdict.holds("a triangle solved", worst < 1e-11 * size_of_x);
        SPARSE(cusparseSpSV_destroyDescr(descriptor));
    }
}

Values product(const Rows &a, const Rows &b) {
    Values c(a.rows * b.columns);
    for (int j = 0; j < b.columns; j++)
        for (int k = 0; k < a.columns; k++)
            for (int i = 0; i < a.rows; i++) c[i + j * a.rows] += a.dense[i + k * a.rows] * b.dense[k + j * b.rows];
    return c;
}

void sparse_product(Verdict &verdict) {
    const int m = 30, k = 25, n = 35;
    const Rows a(m, k, 2), b(k, n, 4);
    Device da(a), db(b);
    Array<int> starts(m + 1);
    cusparseSpMatDescr_t c;
    SPARSE(cusparseCreateCsr(&c, m, n, 0, starts.p, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                             CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    cusparseSpGEMMDescr_t descriptor;
    SPARSE(cusparseSpGEMM_createDescr(&descriptor));
    const auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
    size_t first = 0, second = 0;
    SPARSE(cusparseSpGEMM_workEstimation(handle, none, none, &one, da.descriptor, db.descriptor, &zero, c, CUDA_R_64F,
                                         CUSPARSE_SPGEMM_DEFAULT, descriptor, &first, nullptr));
    Array<char> buffer1(first);
    SPARSE(cusparseSpGEMM_workEstimation(handle, none, none, &one, da.descriptor, db.descriptor, &zero, c, CUDA_R_64F,
                                         CUSPARSE_SPGEMM_DEFAULT, descriptor, &first, buffer1.p));
    SPARSE(cusparseSpGEMM_compute(handle, none, none, &one, da.descriptor, db.descriptor, &zero, c, CUDA_R_64F,
                                  CUSPARSE_SPGEMM_DEFAULT, descriptor, &second, nullptr));
    Array<char> buffer2(second);
    SPARSE(cusparseSpGEMM_compute(handle, none, none, &one, da.descriptor, db.descriptor, &zero, c, CUDA_R_64F,
                                  CUSPARSE_SPGEMM_DEFAULT, descriptor, &second, buffer2.p));
    int64_t rows, columns, count;
    SPARSE(cusparseSpMatGetSize(c, &rows, &columns, &count));
    Array<int> others(count);
    Array<double> values(count);
    SPARSE(cusparseCsrSetPointers(c, starts.p, others.p, values.p));
    SPARSE(cusparseSpGEMM_copy(handle, none, none, &one, da.descriptor, db.descriptor, &zero, c, CUDA_R_64F,
                               CUSPARSE_SPGEMM_DEFAULT, descriptor));
    Dense whole(Values(m * n, 7), m, n);
    size_t size = 0;
    SPARSE(cusparseSparseToDense_bufferSize(handle, c, whole.descriptor, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &size));
    Array<char> buffer(size + 1);
    SPARSE(cusparseSparseToDense(handle, c, whole.descriptor, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer.p));
    verdict.same("A B of sparse matrices", whole.values.host(), product(a, b), 1e-12);
    verdict.holds("the rows end with the elements", starts.host()[m] == count);
    SPARSE(cusparseSpGEMM_destroyDescr(descriptor));
    SPARSE(cusparseDestroySpMat(c));
}

void sampled_product(Verdict &verdict) {
    const int m = 20, k = 9, n = 24;
    const Rows places(m, n, 5);
    const Values a = random_reals<double>(m * k, 11), b = random_reals<double>(k * n, 13);
    Device c(places);
    Dense da(a, m, k), db(b, k, n);
    const double alpha = 1.5, beta = 0.5;
    const auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
    size_t size = 0;
    SPARSE(cusparseSDDMM_bufferSize(handle, none, none, &alpha, da.descriptor, db.descriptor, &beta, c.descriptor, CUDA_R_64F,
                                    CUSPARSE_SDDMM_ALG_DEFAULT, &size));
    Array<char> buffer(size + 1);
    SPARSE(cusparseSDDMM(handle, none, none, &alpha, da.descriptor, db.descriptor, &beta, c.descriptor, CUDA_R_64F,
                         CUSPARSE_SDDMM_ALG_DEFAULT, buffer.p));
    Values wanted;
    for (int i = 0; i < m; i++)
        for (int at = places.starts[i]; at < places.starts[i + 1]; at++) {
            double sum = 0;
            for (int l = 0; l < k; l++) sum += a[i + l * m] * b[l + places.others[at] * k];
            wanted.push_back(alpha * sum + beta * places.values[at]);
        }
    verdict.same("a sampled product", c.values.host(), wanted, 1e-12);
}

void from_dense(Verdict &verdict) {
    const int m = 17, n = 12;
    const Rows a(m, n, 3);
    Dense whole(a.dense, m, n);
    Array<int> starts(m + 1);
    cusparseSpMatDescr_t b;
    SPARSE(cusparseCreateCsr(&b, m, n, 0, starts.p, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                             CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    size_t size = 0;
    SPARSE(cusparseDenseToSparse_bufferSize(handle, whole.descriptor, b, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size));
    Array<char> buffer(size + 1);
    SPARSE(cusparseDenseToSparse_analysis(handle, whole.descriptor, b, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer.p));
    int64_t rows, columns, count;
    SPARSE(cusparseSpMatGetSize(b, &rows, &columns, &count));
    verdict.holds("as many elements as are not zero", count == static_cast<int64_t>(a.values.size()));
    Array<int> others(count);
    Array<double> values(count);
    SPARSE(cusparseCsrSetPointers(b, starts.p, others.p, values.p));
    SPARSE(cusparseDenseToSparse_convert(handle, whole.descriptor, b, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer.p));
    verdict.same("where rows begin", starts.host(), a.starts);
    verdict.same("columns", others.host(), a.others);
    verdict.same("values", values.host(), a.values);
    SPARSE(cusparseDestroySpMat(b));
}

void vectors(Verdict &verdict) {
    const std::vector<int> places{1, 4, 5, 9};
    const Values x{1, 2, 3, 4}, y{10, 11, 12, 13, 14, 15, 16, 17, 18, 19};
    Array<int> indices(places);
    Array<double> values(x);
    cusparseSpVecDescr_t sparse;
    SPARSE(cusparseCreateSpVec(&sparse, 10, 4, indices.p, values.p, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    DenseVector dense(y);
    SPARSE(cusparseScatter(handle, sparse, dense.descriptor));
    verdict.same("scattered", dense.values.host(), Values{10, 1, 12, 13, 2, 3, 16, 17, 18, 4});
    DenseVector other(y);
    SPARSE(cusparseGather(handle, other.descriptor, sparse));
    verdict.same("gathered", values.host(), Values{11, 14, 15, 19});
    SPARSE(cusparseDestroySpVec(sparse));
}

int main() {
    Verdict verdict("sparse-generic");
    SPARSE(cusparseCreate(&handle));
    triangles(verdict);
    sparse_product(verdict);
    sampled_product(verdict);
    from_dense(verdict);
    vectors(verdict);
    SPARSE(cusparseDestroy(handle));
    return verdict.end();
}
