// Sparse matrix times vector, rows compressed: a thread a row, and a warp a row with a shuffle sum.
// run: wave-any
#include "check.h"

__global__ void by_thread(int rows, const int *starts, const int *columns, const double *values, const double *x, double *y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    double sum = 0;
    for (int k = starts[row]; k < starts[row + 1]; k++) sum += values[k] * x[columns[k]];
    y[row] = sum;
}

__global__ void by_warp(int rows, const int *starts, const int *columns, const double *values, const double *x, double *y) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize, lane = threadIdx.x % warpSize;
    double sum = 0;
    if (row < rows)
        for (int k = starts[row] + lane; k < starts[row + 1]; k += warpSize) sum += values[k] * x[columns[k]];
    for (int offset = warpSize / 2; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (row < rows && lane == 0) y[row] = sum;
}

int main() {
    Verdict verdict("spmv");
    const int rows = 1500;
    std::vector<int> starts(rows + 1), columns;
    std::vector<double> values, want(rows);
    const auto x = random_reals<double>(rows, 3);
    const auto words = random_words(rows);
    for (int r = 0; r < rows; r++) {
        const int length = words[r] % 100 == 0 ? 700 : words[r] % 20;
        for (int k = 0; k < length; k++) {
            columns.push_back((r * 7 + k * k * 13) % rows);
            values.push_back(1.0 / (1 + (r + k) % 11));
            want[r] += values.back() * x[columns.back()];
        }
        starts[r + 1] = static_cast<int>(columns.size());
    }
    Array<int> ds(starts), dc(columns);
    Array<double> dv(values), dx(x), a(rows), b(rows);
    by_thread<<<blocks(rows, 100), 100>>>(rows, ds.p, dc.p, dv.p, dx.p, a.p);
    by_warp<<<blocks(rows * 64, 128), 128>>>(rows, ds.p, dc.p, dv.p, dx.p, b.p);
    verdict.same("by thread", a.host(), want, 1e-12);
    verdict.same("by warp", b.host(), want, 1e-12);
    return verdict.end();
}
