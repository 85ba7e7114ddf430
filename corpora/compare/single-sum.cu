// Squares, then their mean of a large offset. The sum is kept in single precision.
// run: wave-any
// launch: 2 sum_rows
// variable: sums
#include "../run/check.h"

__global__ void square(const float *in, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * in[i];
}

__global__ void sum_rows(const float *values, double *sums, int columns) {
#ifdef RIGHT
    double sum = 0;
#else
    float sum = 0;
#endif
    for (int i = 0; i < columns; i++) sum += values[blockIdx.x * columns + i];
    sums[blockIdx.x] = sum;
}

__global__ void divide(double *sums, int columns) { sums[blockIdx.x] /= columns; }

int main() {
    Verdict verdict("single-sum");
    const int rows = 8, columns = 4096, n = rows * columns;
    std::vector<float> values(n);
    for (int i = 0; i < n; i++) values[i] = 1000.0f + i % 13;
    Array<float> in(values), squares(n);
    Array<double> sums(rows);
    square<<<blocks(n, 256), 256>>>(in.p, squares.p, n);
    sum_rows<<<rows, 1>>>(squares.p, sums.p, columns);
    divide<<<rows, 1>>>(sums.p, columns);
    std::vector<double> want(rows);
    for (int i = 0; i < n; i++) want[i / columns] += static_cast<double>(values[i] * values[i]) / columns;
    verdict.same("means", sums.host(), want, 1e-9);
    return verdict.end();
}
