// cuSPARSE's incomplete factorisations without fill-in, of the five-point operator, and the properties of its matrix descriptors.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipSPARSE)
// flags: -lhipsparse
// nvcc: -lcusparse
#include "check.h"

#include <algorithm>
#include <cusparse.h>

#define SPARSE(call) LIBRARY(call, CUSPARSE_STATUS_SUCCESS)

const int WIDE = 8, N = WIDE * WIDE;

// Rows that count from one.
struct Operator {
    std::vector<int> starts{1}, others;
    std::vector<double> values;

    Operator() {
        for (int i = 0; i < N; i++) {
            for (int j : {i - WIDE, i - 1, i, i + 1, i + WIDE}) {
                const bool beside = std::abs(i - j) == 1 && i / WIDE != j / WIDE;
                if (j < 0 || j >= N || beside) continue;
                others.push_back(j + 1), values.push_back(i == j ? 4.5 : -1);
            }
            starts.push_back(static_cast<int>(others.size()) + 1);
        }
    }

    std::vector<double> dense(const std::vector<double> &of) const {
        std::vector<double> all(N * N);
        for (int i = 0; i < N; i++)
            for (int at = starts[i] - 1; at < starts[i + 1] - 1; at++) all[i + (others[at] - 1) * N] = of[at];
        return all;
    }
};

int main() {
    Verdict verdict("sparse-incomplete");
    cusparseHandle_t handle;
    cusparseMatDescr_t properties;
    SPARSE(cusparseCreate(&handle));
    SPARSE(cusparseCreateMatDescr(&properties));
    SPARSE(cusparseSetMatType(properties, CUSPARSE_MATRIX_TYPE_GENERAL));
    SPARSE(cusparseSetMatIndexBase(properties, CUSPARSE_INDEX_BASE_ONE));
    verdict.holds("the base is kept", cusparseGetMatIndexBase(properties) == CUSPARSE_INDEX_BASE_ONE);

    const Operator a;
    const int count = static_cast<int>(a.values.size());
    const auto whole = a.dense(a.values);
    Array<int> starts(a.starts), others(a.others);
    Array<double> values(a.values);
    csrilu02Info_t lu;
    SPARSE(cusparseCreateCsrilu02Info(&lu));
    int size = 0, position = 0;
    SPARSE(cusparseDcsrilu02_bufferSize(handle, N, count, properties, values.p, starts.p, others.p, lu, &size));
    Array<char> buffer(size);
    const auto policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
    SPARSE(cusparseDcsrilu02_analysis(handle, N, count, properties, values.p, starts.p, others.p, lu, policy, buffer.p));
    SPARSE(cusparseDcsrilu02(handle, N, count, properties, values.p, starts.p, others.p, lu, policy, buffer.p));
    verdict.holds("no pivot is zero", cusparseXcsrilu02_zeroPivot(handle, lu, &position) == CUSPARSE_STATUS_SUCCESS && position == -1);
    const auto factors = a.dense(values.host());
    double worst = 0;
    for (int i = 0; i < N; i++)
        for (int at = a.starts[i] - 1; at < a.starts[i + 1] - 1; at++) {
            const int j = a.others[at] - 1;
            double sum = 0;
            for (int k = 0; k <= std::min(i, j); k++) sum += (k == i ? 1 : factors[i + k * N]) * factors[k + j * N];
            worst = std::fmax(worst, std::fabs(sum - whole[i + j * N]));
        }
    verdict.holds("L U is A where A has elements", worst < 1e-12);

    Array<double> lower(a.values);
    csric02Info_t cholesky;
    SPARSE(cusparseCreateCsric02Info(&cholesky));
    SPARSE(cusparseDcsric02_bufferSize(handle, N, count, properties, lower.p, starts.p, others.p, cholesky, &size));
    Array<char> more(size);
    SPARSE(cusparseDcsric02_analysis(handle, N, count, properties, lower.p, starts.p, others.p, cholesky, policy, more.p));
    SPARSE(cusparseDcsric02(handle, N, count, properties, lower.p, starts.p, others.p, cholesky, policy, more.p));
    const auto factor = a.dense(lower.host());
    worst = 0;
    for (int i = 0; i < N; i++)
        for (int at = a.starts[i] - 1; at < a.starts[i + 1] - 1; at++) {
            const int j = a.others[at] - 1;
            double sum = 0;
            if (j > i) continue;
            for (int k = 0; k <= j; k++) sum += factor[i + k * N] * factor[j + k * N];
            worst = std::fmax(worst, std::fabs(sum - whole[i + j * N]));
        }
    verdict.holds("L L' is A in its lower triangle", worst < 1e-12);

    auto broken = a.values;
    broken[0] = 0;
    Array<double> with_zero(broken);
    SPARSE(cusparseDcsrilu02(handle, N, count, properties, with_zero.p, starts.p, others.p, lu, policy, buffer.p));
    const auto status = cusparseXcsrilu02_zeroPivot(handle, lu, &position);
    verdict.holds("a pivot that is zero is named", status == CUSPARSE_STATUS_ZERO_PIVOT && position == 1);
    SPARSE(cusparseDestroyCsrilu02Info(lu));
    SPARSE(cusparseDestroyCsric02Info(cholesky));
    SPARSE(cusparseDestroyMatDescr(properties));
    SPARSE(cusparseDestroy(handle));
    return verdict.end();
}
