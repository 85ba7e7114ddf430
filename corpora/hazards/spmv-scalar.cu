// Sparse matrix times vector in slices of 32 rows (sliced ELLPACK): the slice's height is the format's.
// run: wave-any
#include "support.h"

constexpr int SLICE = 32;

__global__ void spmv_sell(int rows, const int *slice_start, const int *cols, const float *vals, const float *x, float *y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int slice = row / SLICE, within = row % SLICE;
    float sum = 0;
    for (int j = slice_start[slice] + within; j < slice_start[slice + 1]; j += SLICE)
        if (cols[j] >= 0) sum += vals[j] * x[cols[j]];
    y[row] = sum;
}

int main() {
    const int rows = 200, slices = (rows + SLICE - 1) / SLICE;
    std::vector<std::vector<int>> pattern(rows);
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < r % 9; k++) pattern[r].push_back((r * 3 + k * 17) % rows);
    int *start = managed<int>(slices + 1);
    for (int s = 0; s < slices; s++) {
        size_t width = 0;
        for (int r = s * SLICE; r < std::min(rows, (s + 1) * SLICE); r++) width = std::max(width, pattern[r].size());
        start[s + 1] = start[s] + (int)width * SLICE;
    }
    int *cols = managed<int>(start[slices]);
    float *vals = managed<float>(start[slices]), *x = managed<float>(rows), *y = managed<float>(rows);
    for (int i = 0; i < start[slices]; i++) cols[i] = -1;
    for (int r = 0; r < rows; r++) {
        x[r] = (float)(r % 5);
        for (size_t k = 0; k < pattern[r].size(); k++) {
            const int at = start[r / SLICE] + (int)k * SLICE + r % SLICE;
            cols[at] = pattern[r][k];
            vals[at] = (float)(k + 1);
        }
    }
    spmv_sell<<<(rows + 127) / 128, 128>>>(rows, start, cols, vals, x, y);
    finish();
    bool right = true;
    for (int r = 0; r < rows; r++) {
        float want = 0;
        for (size_t k = 0; k < pattern[r].size(); k++) want += (k + 1) * x[pattern[r][k]];
        right = right && want == y[r];
    }
    return report("spmv-scalar", right);
}
