// A sum that halves a row of numbers launch by launch. At the first odd length one number is lost and another counts twice.
// run: wave-any
// launch: 4 halve
// variable: values
#include "../run/check.h"

__global__ void halve(float *values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef RIGHT
    const int half = (n + 1) / 2;
#else
    const int half = n / 2;
#endif
    if (i < n / 2) values[i] += values[i + half];
}

int main() {
    Verdict verdict("odd-halves");
    const int n = 1000;
    std::vector<float> in(n);
    float want = 0;
    for (int i = 0; i < n; i++) want += in[i] = static_cast<float>(i * i % 11);
    Array<float> values(in);
    for (int left = n; left > 1; left = (left + 1) / 2) halve<<<blocks(left / 2, 128), 128>>>(values.p, left);
    verdict.same("sum", values.host()[0], want);
    return verdict.end();
}
