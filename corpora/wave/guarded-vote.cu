// Blocks with a value above a limit, by a vote in a helper that is called for the elements there are, and by one in a loop that
// warps of 32 leave at different times. Not all lanes of the last wavefront come.
// run: wave-32
// finds: HIP1001 HIP1016
// select: HIP1001 HIP1016
// port: mends
#include "../run/check.h"

__device__ bool any_of_warp(bool holds) { return __any_sync(0xffffffff, holds); }

__device__ void note(const int *in, int i, int limit, int *found) {
    if (any_of_warp(in[i] > limit)) atomicOr(found, 1);
}

__global__ void above(const int *in, int n, int limit, int *found) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) note(in, i, limit, found + blockIdx.x);
}

__global__ void rows_above(const int *in, int rows, int limit, int *found) {
    const int lane = threadIdx.x % 32, warps = blockDim.x / 32;
    for (int row = threadIdx.x / 32; row < rows; row += warps) {
        const bool holds = in[row * 32 + lane] > limit;
        __syncwarp(0xffffffff);
        if (__any_sync(0xffffffff, holds) && holds) atomicOr(found + row, 1);
    }
}

int main() {
    Verdict verdict("guarded-vote");
    const int size = 96, n = 11 * size - 45, groups = (n + size - 1) / size, rows = n / 32;
    std::vector<int> in(n, 5), want(groups), want_rows(rows);
    for (int i = 7; i < n; i += 131) {
        in[i] = 100;
        want[i / size] = 1;
        if (i / 32 < rows) want_rows[i / 32] = 1;
    }
    Array<int> values(in), found(groups), found_rows(rows);
    above<<<groups, size>>>(values.p, n, 50, found.p);
    rows_above<<<1, 128>>>(values.p, rows, 50, found_rows.p);
    verdict.same("blocks", found.host(), want);
    verdict.same("rows", found_rows.host(), want_rows);
    return verdict.end();
}
