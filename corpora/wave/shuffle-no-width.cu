// Rows of 32 divided by their first number. A row's lanes get it by a shuffle without a width: with 64 lanes the second row of a
// warp is divided by the first row's.
// run: wave-32
// hazard: wave-64
// finds: HIP1010
#include "../run/check.h"

__global__ void normalise(const float *in, float *out, int rows) {
    const int lane = threadIdx.x & 31, row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= rows) return;
    const float value = in[row * 32 + lane];
    out[row * 32 + lane] = value / __shfl_sync(__activemask(), value, 0);
}

int main() {
    Verdict verdict("shuffle-no-width");
    const int rows = 40;
    std::vector<float> in(rows * 32), want(rows * 32);
    for (int i = 0; i < rows * 32; i++) {
        in[i] = static_cast<float>(1 << (i / 32 % 4)) * (i % 32 + 1);
        want[i] = static_cast<float>(i % 32 + 1);
    }
    Array<float> values(in), out(rows * 32);
    normalise<<<rows / 4, 128>>>(values.p, out.p, rows);
    verdict.same("rows", out.host(), want);
    return verdict.end();
}
