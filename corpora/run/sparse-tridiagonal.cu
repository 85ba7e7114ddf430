// cuSPARSE's tridiagonal systems: with exchanges of rows, without, and batches.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipSPARSE)
// flags: -lhipsparse
// nvcc: -lcusparse
#include "check.h"

#include <cusparse.h>

#define SPARSE(call) LIBRARY(call, CUSPARSE_STATUS_SUCCESS)

using Values = std::vector<double>;
cusparseHandle_t handle;

// The diagonals of a batch of matrices, `stride` elements apart.
struct System {
    int n, stride, count;
    Values below, on, above;

    System(int rows, int distance, int members, double diagonal) : n(rows), stride(distance), count(members) {
        below = random_reals<double>(stride * count, 3);
        above = random_reals<double>(stride * count, 5);
        on = random_reals<double>(stride * count, 7);
        for (int member = 0; member < count; member++) {
            below[member * stride] = above[member * stride + n - 1] = 0;
            for (int i = 0; i < n; i++) on[member * stride + i] = on[member * stride + i] * 0.5 + diagonal;
        }
    }

    // How far A times a column of X is from that of B.
    double residual(const Values &x, const Values &b, int member, size_t first) const {
        double worst = 0;
        for (int i = 0; i < n; i++) {
            const int at = member * stride + i;
            double sum = on[at] * x[first + i] - b[first + i];
            if (i > 0) sum += below[at] * x[first + i - 1];
            if (i + 1 < n) sum += above[at] * x[first + i + 1];
            worst = std::fmax(worst, std::fabs(sum));
        }
        return worst;
    }
};

void several_sides(Verdict &verdict, bool exchanges) {
    const int n = 100, sides = 5, ld = 103;
    // With exchanges a diagonal may be small.
    const System system(n, n, 1, exchanges ? 0 : 3);
    const Values b = random_reals<double>(ld * sides, 11);
    Array<double> below(system.below), on(system.on), above(system.above), x(b);
    size_t size = 0;
    if (exchanges) SPARSE(cusparseDgtsv2_bufferSizeExt(handle, n, sides, below.p, on.p, above.p, x.p, ld, &size));
    else SPARSE(cusparseDgtsv2_nopivot_bufferSizeExt(handle, n, sides, below.p, on.p, above.p, x.p, ld, &size));
    Array<char> buffer(size);
    if (exchanges) SPARSE(cusparseDgtsv2(handle, n, sides, below.p, on.p, above.p, x.p, ld, buffer.p));
    else SPARSE(cusparseDgtsv2_nopivot(handle, n, sides, below.p, on.p, above.p, x.p, ld, buffer.p));
    const auto found = x.host();
    double worst = 0, size_of_x = 1;
    for (int side = 0; side < sides; side++) worst = std::fmax(worst, system.residual(found, b, 0, side * ld));
    for (double value : found) size_of_x = std::fmax(size_of_x, std::fabs(value));
    verdict.holds(exchanges ? "systems with exchanges" : "systems without exchanges", worst < 1e-11 * size_of_x);
    verdict.same("below the sides nothing changes", found[n], b[n]);
}

void batch(Verdict &verdict) {
    const int n = 60, stride = 64, count = 9;
    const System system(n, stride, count, 3);
    const Values b = random_reals<double>(stride * count, 13);
    Array<double> below(system.below), on(system.on), above(system.above), x(b);
    size_t size = 0;
    SPARSE(cusparseDgtsv2StridedBatch_bufferSizeExt(handle, n, below.p, on.p, above.p, x.p, count, stride, &size));
    Array<char> buffer(size);
    SPARSE(cusparseDgtsv2StridedBatch(handle, n, below.p, on.p, above.p, x.p, count, stride, buffer.p));
    const auto found = x.host();
    double worst = 0;
    for (int member = 0; member < count; member++) worst = std::fmax(worst, system.residual(found, b, member, member * stride));
    verdict.holds("a batch", worst < 1e-12);
}

int main() {
    Verdict verdict("sparse-tridiagonal");
    SPARSE(cusparseCreate(&handle));
    several_sides(verdict, true);
    several_sides(verdict, false);
    batch(verdict);
    SPARSE(cusparseDestroy(handle));
    return verdict.end();
}
