// Half precision: conversions with their rounding, arithmetic and comparisons of __half and __half2, a dot product.
// run: wave-any
#include "check.h"

#include <algorithm>

#include <cuda_fp16.h>

__global__ void arithmetic(const float *a, const float *b, float *out, int n) {
    const int i = threadIdx.x;
    if (i >= n) return;
    const __half x = __float2half(a[i]), y = __float2half(b[i]);
    float *o = out + 12 * i;
    o[0] = __half2float(__hadd(x, y)), o[1] = __half2float(__hsub(x, y)), o[2] = __half2float(__hmul(x, y));
    o[3] = __half2float(__hdiv(x, y)), o[4] = __half2float(__hfma(x, y, x)), o[5] = __half2float(__hneg(x));
    o[6] = __hgt(x, y) + 2 * __heq(x, x) + 4 * __hle(x, y) + 8 * __hne(x, y);
    o[7] = __half2float(hsqrt(y)), o[8] = __half2int_rz(__float2half(a[i] * 7));
    o[9] = __half2float(x + y * x), o[10] = __half2float(hfloor(__float2half(a[i] * 3))), o[11] = __half_as_ushort(x);
}

__global__ void pairs(const __half2 *a, const __half2 *b, __half2 *out) {
    const __half2 scaled = __hmul2(a[threadIdx.x], __float2half2_rn(2.0f));
    out[threadIdx.x] = __hadd2(__hfma2(scaled, b[threadIdx.x], __floats2half2_rn(0.5f, -0.5f)), __halves2half2(__high2half(scaled), __low2half(scaled)));
}

// To the nearest half, ties to even: by the distance between neighbours at this size.
static float to_half(float v) {
    if (v == 0) return v;
    int exponent;
    std::frexp(v, &exponent);
    const float unit = std::ldexp(1.0f, std::max(exponent - 11, -24));
    return std::nearbyint(v / unit) * unit;
}

int main() {
    Verdict verdict("half-precision");
    const int n = 64;
    auto a = random_reals(n, 1), b = random_reals(n, 2);
    std::vector<float> want;
    for (int i = 0; i < n; i++) {
        a[i] = to_half(a[i] * 20 - 10), b[i] = to_half(b[i] * 3 + 0.1f);
        const float x = a[i], y = b[i], product = to_half(x * y);
        for (const float v : {to_half(x + y), to_half(x - y), product, to_half(x / y), to_half(std::fma(x, y, x)), -x}) want.push_back(v);
        want.push_back((x > y) + 2 + 4 * (x <= y) + 8 * (x != y));
        want.push_back(to_half(std::sqrt(y)));
        want.push_back(std::trunc(to_half(x * 7)));
        want.push_back(to_half(x + product));
        want.push_back(std::floor(to_half(x * 3)));
        int exponent;
        const float mantissa = std::frexp(std::fabs(x), &exponent);
        want.push_back((x < 0 ? 32768 : 0) + (exponent + 14) * 1024 + (mantissa * 2 - 1) * 1024);
    }
    Array<float> da(a), db(b), out(12 * n);
    arithmetic<<<1, n>>>(da.p, db.p, out.p, n);
    // x + y * x may be fused, and a quotient may be one unit off.
    verdict.same("arithmetic", out.host(), want, 2e-3);

    std::vector<__half2> p(32), q(32);
    for (int i = 0; i < 32; i++) p[i] = __floats2half2_rn(i, i + 0.5f), q[i] = __floats2half2_rn(1, i % 4);
    Array<__half2> dp(p), dq(q), dr(32);
    pairs<<<1, 32>>>(dp.p, dq.p, dr.p);
    std::vector<float> got, expected;
    for (const auto &pair : dr.host()) got.push_back(__low2float(pair)), got.push_back(__high2float(pair));
    for (int i = 0; i < 32; i++) {
        expected.push_back(2 * i + 0.5f + 2 * i + 1);
        expected.push_back((2 * i + 1) * (i % 4) - 0.5f + 2 * i);
    }
    verdict.same("pairs", got, expected, 1e-3);
    return verdict.end();
}
