// Sparse matrix times vector, CSR, a warp for each row.
// run: wave-32
#include "support.h"

__global__ void spmv_csr_vector(int rows, const int *row_ptr, const int *cols, const float *vals, const float *x, float *y) {
    const int thread_id = blockDim.x * blockIdx.x + threadIdx.x;
    const int lane = threadIdx.x & 31;                   // hazard: HIP1005
    const int row = thread_id / 32;                      // hazard: HIP1006
    if (row >= rows) return;
    float sum = 0;
    for (int j = row_ptr[row] + lane; j < row_ptr[row + 1]; j += 32) sum += vals[j] * x[cols[j]];
    sum += __shfl_down_sync(0xffffffff, sum, 16);        // hazard: HIP1001 HIP1009 (HIP1010) (HIP1016)
    sum += __shfl_down_sync(0xffffffff, sum, 8);         // hazard: HIP1001 (HIP1009) (HIP1010)
    sum += __shfl_down_sync(0xffffffff, sum, 4);         // hazard: HIP1001 (HIP1009) (HIP1010)
    sum += __shfl_down_sync(0xffffffff, sum, 2);         // hazard: HIP1001 (HIP1009) (HIP1010)
    sum += __shfl_down_sync(0xffffffff, sum, 1);         // hazard: HIP1001 (HIP1009) (HIP1010)
    if (lane == 0) y[row] = sum;
}

int main() {
    const int rows = 64, width = 50;
    int *row_ptr = managed<int>(rows + 1), *cols = managed<int>(rows * width);
    float *vals = managed<float>(rows * width), *x = managed<float>(rows), *y = managed<float>(rows);
    for (int r = 0; r < rows; r++) {
        x[r] = (float)(r % 4);
        row_ptr[r + 1] = row_ptr[r] + r % width;
        for (int j = row_ptr[r]; j < row_ptr[r + 1]; j++) {
            cols[j] = (r + 3 * j) % rows;
            vals[j] = (float)(j % 3);
        }
    }
    spmv_csr_vector<<<rows * 32 / 128, 128>>>(rows, row_ptr, cols, vals, x, y);
    finish();
    bool right = true;
    for (int r = 0; r < rows; r++) {
        float want = 0;
        for (int j = row_ptr[r]; j < row_ptr[r + 1]; j++) want += vals[j] * x[cols[j]];
        right = right && want == y[r];
    }
    return report("spmv-vector", right);
}
