// Bounds of a sum of products: every operation is rounded down for one bound and up for the other.
// run: no
#include "support.h"

struct Interval {
    float low, high;
};

__device__ Interval add(Interval a, Interval b) {
    return {__fadd_rd(a.low, b.low), __fadd_ru(a.high, b.high)}; // hazard: HIP2031
}

__device__ Interval scale(Interval a, float by) {
    Interval r;
    r.low = __fmul_rd(a.low, by);  // hazard: HIP2031
    r.high = __fmul_ru(a.high, by); // hazard: HIP2031
    return r;
}

__global__ void bounds(const float *x, int n, Interval *out) {
    Interval sum = {0, 0};
    for (int i = 0; i < n; i++) sum = add(sum, scale({x[i], x[i]}, 0.1f));
    *out = sum;
}

int main() {
    const int n = 100;
    float *x = managed<float>(n);
    Interval *out = managed<Interval>(1);
    double want = 0;
    for (int i = 0; i < n; i++) {
        x[i] = 1.0f / (i + 1);
        want += (double)x[i] * 0.1f;
    }
    bounds<<<1, 1>>>(x, n, out);
    finish();
    return report("interval-arithmetic", out->low < want && want < out->high);
}
