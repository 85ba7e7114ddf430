// cuSPARSE's triangular systems with several right-hand sides: SpSM, whose HIP call takes the analysis's buffer once more.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipSPARSE)
// flags: -lhipsparse
// nvcc: -lcusparse
#include "check.h"

#include <cusparse.h>

#define SPARSE(call) LIBRARY(call, CUSPARSE_STATUS_SUCCESS)

using Values = std::vector<double>;
cusparseHandle_t handle;

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

// An element of the triangle that a variant means, transposed where that is asked for.
double element(const Rows &a, int i, int j, bool upper, bool unit, bool turned) {
    const int row = turned ? j : i, column = turned ? i : j;
    if (row == column) return unit ? 1 : a.dense[row + column * a.rows];
    return (upper ? row < column : row > column) ? a.dense[row + column * a.rows] : 0;
}

void solve(Verdict &verdict, bool upper, bool unit, bool turned, bool sides_turned) {
    const int n = 40, count = 7;
    const Rows a(n, n, 1);
    // The right-hand sides are the columns of op(B).
    const int rows = sides_turned ? count : n, columns = sides_turned ? n : count;
    const Values b = random_reals<double>(n * count, 5);
    Device device(a);
    cusparseFillMode_t fill = upper ? CUSPARSE_FILL_MODE_UPPER : CUSPARSE_FILL_MODE_LOWER;
    cusparseDiagType_t diagonal = unit ? CUSPARSE_DIAG_TYPE_UNIT : CUSPARSE_DIAG_TYPE_NON_UNIT;
    SPARSE(cusparseSpMatSetAttribute(device.descriptor, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill)));
    SPARSE(cusparseSpMatSetAttribute(device.descriptor, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof(diagonal)));
    Dense right(b, rows, columns), x(Values(n * count), n, count);
    const auto op = turned ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
    const auto op_b = sides_turned ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
    const double alpha = -0.5;
    cusparseSpSMDescr_t descriptor;
    SPARSE(cusparseSpSM_createDescr(&descriptor));
    size_t size = 0;
    SPARSE(cusparseSpSM_bufferSize(handle, op, op_b, &alpha, device.descriptor, right.descriptor, x.descriptor, CUDA_R_64F,
                                   CUSPARSE_SPSM_ALG_DEFAULT, descriptor, &size));
    Array<char> buffer(size);
    SPARSE(cusparseSpSM_analysis(handle, op, op_b, &alpha, device.descriptor, right.descriptor, x.descriptor, CUDA_R_64F,
                                 CUSPARSE_SPSM_ALG_DEFAULT, descriptor, buffer.p));
    SPARSE(cusparseSpSM_solve(handle, op, op_b, &alpha, device.descriptor, right.descriptor, x.descriptor, CUDA_R_64F,
                              CUSPARSE_SPSM_ALG_DEFAULT, descriptor));
    const auto found = x.values.host();
    double worst = 0, size_of_x = 1;
    for (double value : found) size_of_x = std::fmax(size_of_x, std::fabs(value));
    for (int column = 0; column < count; column++)
        for (int i = 0; i < n; i++) {
            double sum = -alpha * (sides_turned ? b[column + i * count] : b[i + column * n]);
            for (int j = 0; j < n; j++) sum += element(a, i, j, upper, unit, turned) * found[j + column * n];
            worst = std::fmax(worst, std::fabs(sum));
        }
    verdict.holds("triangles solved for several sides", worst < 1e-11 * size_of_x);
    SPARSE(cusparseSpSM_destroyDescr(descriptor));
}

int main() {
    Verdict verdict("sparse-triangular");
    SPARSE(cusparseCreate(&handle));
    for (int variant = 0; variant < 16; variant++) solve(verdict, variant & 1, variant & 2, variant & 4, variant & 8);
    SPARSE(cusparseDestroy(handle));
    return verdict.end();
}
