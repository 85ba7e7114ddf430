// A column scan of a database: each warp writes one word of the selection bitmap.
// run: wave-32
#include "support.h"

__global__ void select_between(const int *column, int low, int high, uint32_t *bitmap, int rows) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    const bool hit = row < rows && column[row] >= low && column[row] <= high;
    const uint32_t word = __ballot_sync(0xffffffffu, hit); // hazard: HIP1001 HIP1003
    if ((threadIdx.x & 0x1f) == 0) bitmap[row >> 5] = word; // hazard: HIP1005
}

__global__ void count_bits(const uint32_t *bitmap, int words, int *total) {
    int sum = 0;
    for (int w = threadIdx.x; w < words; w += blockDim.x) sum += __popc(bitmap[w]);
    atomicAdd(total, sum);
}

int main() {
    const int rows = 128 * 50, words = rows / 32;
    int *column = managed<int>(rows), *total = managed<int>(1);
    uint32_t *bitmap = managed<uint32_t>(words);
    int want = 0;
    for (int r = 0; r < rows; r++) {
        column[r] = r * 31 % 1009;
        want += column[r] >= 100 && column[r] <= 400;
    }
    select_between<<<rows / 128, 128>>>(column, 100, 400, bitmap, rows);
    count_bits<<<1, 64>>>(bitmap, words, total);
    finish();
    bool right = *total == want;
    for (int r = 0; r < rows; r++) right = right && (bitmap[r / 32] >> (r % 32) & 1) == (column[r] >= 100 && column[r] <= 400);
    return report("predicate-bitmap", right);
}
