// bfloat16: conversions with rounding to nearest even, arithmetic, pairs.
// run: wave-any
#include "check.h"

#include <cstring>
#include <cuda_bf16.h>

__global__ void arithmetic(const float *a, const float *b, float *out) {
    const int i = threadIdx.x;
    const __nv_bfloat16 x = __float2bfloat16(a[i]), y = __float2bfloat16(b[i]);
    float *o = out + 6 * i;
    o[0] = __bfloat162float(x), o[1] = __bfloat162float(__hadd(x, y)), o[2] = __bfloat162float(__hmul(x, y));
    o[3] = __bfloat162float(__hsub(x, y)), o[4] = __hlt(x, y), o[5] = __bfloat162float(x * y);
}

__global__ void pairs(const __nv_bfloat162 *a, float *out) {
    const float2 f = __bfloat1622float2(__hadd2(a[threadIdx.x], a[(threadIdx.x + 1) % 32]));
    out[threadIdx.x] = f.x * 1000 + f.y;
}

static float rounded(float v) {
    unsigned bits;
    std::memcpy(&bits, &v, 4);
    bits = (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000u;
    std::memcpy(&v, &bits, 4);
    return v;
}

int main() {
    Verdict verdict("bfloat16");
    const int n = 64;
    auto a = random_reals(n, 1), b = random_reals(n, 2);
    std::vector<float> want;
    for (int i = 0; i < n; i++) {
        a[i] = a[i] * 200 - 100, b[i] = b[i] * 3;
        const float x = rounded(a[i]), y = rounded(b[i]);
        for (const float v : {x, rounded(x + y), rounded(x * y), rounded(x - y), float(x < y), rounded(x * y)}) want.push_back(v);
    }
    Array<float> da(a), db(b), out(6 * n), sums(32);
    arithmetic<<<1, n>>>(da.p, db.p, out.p);
    verdict.same("arithmetic", out.host(), want);
    std::vector<__nv_bfloat162> p(32);
    for (int i = 0; i < 32; i++) p[i] = __floats2bfloat162_rn(i, 2 * i);
    Array<__nv_bfloat162> dp(p);
    pairs<<<1, 32>>>(dp.p, sums.p);
    std::vector<float> expected(32);
    for (int i = 0; i < 32; i++) expected[i] = (i + (i + 1) % 32) * 1000 + 2 * (i + (i + 1) % 32);
    verdict.same("pairs", sums.host(), expected);
    return verdict.end();
}
