// Functions of double precision, special values and rounding modes.
// run: wave-any
#include "check.h"

#include <limits>

constexpr int count = 24;

__host__ __device__ inline void functions(double x, double *y) {
    const double positive = fabs(x) + 0.1, unit = x / 100;
    const double all[count] = {
        sin(x), cos(x), tan(x), asin(unit), acos(unit), atan2(x, positive), exp(x / 10), exp2(x / 10),
        log(positive), log2(positive), log10(positive), log1p(positive), pow(positive, 1.7), cbrt(x), hypot(x, 3.0), fmod(x, 2.5),
        floor(x), rint(x), erf(unit), tgamma(positive / 10 + 1), lgamma(positive), sinh(unit), copysign(2.0, x), fma(x, x, -x)};
    for (int i = 0; i < count; i++) y[i] = all[i];
}

__global__ void compute(const double *x, double *y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) functions(x[i], y + i * count);
}

__global__ void special(const double *in, int *classes, double *rounded) {
    const double v = in[threadIdx.x];
    classes[threadIdx.x] = isnan(v) * 1 + isinf(v) * 2 + (signbit(v) != 0) * 4 + (v == v) * 8;
    rounded[threadIdx.x] = threadIdx.x == 0 ? __dsqrt_rn(2.0) : threadIdx.x == 1 ? __dadd_rn(1.0, 1e-17) : threadIdx.x == 2 ? rsqrt(4.0) : 0;
}

int main() {
    Verdict verdict("double-math");
    const int n = 200;
    auto x = random_reals<double>(n);
    for (auto &v : x) v = v * 100 - 50;
    Array<double> dx(x), dy(n * count);
    compute<<<2, 100>>>(dx.p, dy.p, n);
    std::vector<double> want(n * count);
    for (int i = 0; i < n; i++) functions(x[i], &want[i * count]);
    verdict.same("functions", dy.host(), want, 1e-11);

    const double infinity = std::numeric_limits<double>::infinity();
    Array<double> in(std::vector<double>{NAN, infinity, -infinity, -0.0, 1e-310}), rounded(5);
    Array<int> classes(5);
    special<<<1, 5>>>(in.p, classes.p, rounded.p);
    auto got = classes.host();
    got[0] &= ~4;
    verdict.same("classes", got, std::vector<int>{1, 10, 14, 12, 8});
    verdict.same("rounded", rounded.host(), std::vector<double>{1.4142135623730951, 1.0, 0.5, 0, 0});
    return verdict.end();
}
