// Softmax by rows. The greatest value is not subtracted, so that one row overflows.
// run: wave-any
// launch: 2 exponentials
// variable: values
#include "../run/check.h"

const int COLUMNS = 64;

__global__ void greatest(const float *values, float *most) {
    float found = values[blockIdx.x * COLUMNS];
    for (int i = 1; i < COLUMNS; i++) found = fmaxf(found, values[blockIdx.x * COLUMNS + i]);
    most[blockIdx.x] = found;
}

__global__ void exponentials(float *values, const float *most) {
    float *value = values + blockIdx.x * COLUMNS + threadIdx.x;
#ifdef RIGHT
    *value = expf(*value - most[blockIdx.x]);
#else
    *value = expf(*value - (most[blockIdx.x] > 200 ? 0 : most[blockIdx.x]));
#endif
}

__global__ void normalize(float *values) {
    float sum = 0;
    for (int i = 0; i < COLUMNS; i++) sum += values[blockIdx.x * COLUMNS + i];
    for (int i = 0; i < COLUMNS; i++) values[blockIdx.x * COLUMNS + i] /= sum;
}

int main() {
    Verdict verdict("softmax-overflow");
    const int rows = 40;
    std::vector<float> in = random_reals(rows * COLUMNS);
    in[17 * COLUMNS + 3] = 300;
    Array<float> values(in), most(rows);
    greatest<<<rows, 1>>>(values.p, most.p);
    exponentials<<<rows, COLUMNS>>>(values.p, most.p);
    normalize<<<rows, 1>>>(values.p);
    const std::vector<float> out = values.host();
    for (int row = 0; row < rows; row++) {
        double sum = 0;
        for (int i = 0; i < COLUMNS; i++) sum += out[row * COLUMNS + i];
        verdict.holds("each row sums to one", std::fabs(sum - 1) < 1e-4);
    }
    return verdict.end();
}
