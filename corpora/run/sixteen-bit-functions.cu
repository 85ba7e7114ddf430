// Functions of __half and __nv_bfloat16 that HIP lacks in some version: rounded and clamped arithmetic, masks of comparisons, complex
// products, hyperbolic tangents, conversions of integers in all directions.
// run: wave-any
#include "check.h"

#include <climits>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

constexpr int fields = 22;

template <typename T> __device__ float real(T x);
template <> __device__ float real(__half x) { return __half2float(x); }
template <> __device__ float real(__nv_bfloat16 x) { return __bfloat162float(x); }

template <typename T, typename T2> __device__ void compute(T x, T y, T2 p, T2 q, float *o) {
    o[0] = real(__hadd_rn(x, y)), o[1] = real(__hsub_rn(x, y)), o[2] = real(__hmul_rn(x, y));
    o[3] = real(__hadd_sat(x, y)), o[4] = real(__hfma_relu(x, y, y)), o[5] = real(__hfma_sat(x, y, y));
    o[6] = real(__hmax_nan(x, y)), o[7] = real(__hmin_nan(x, y));
    o[8] = __hlt2_mask(p, q) & 0x10001, o[9] = __hgeu2_mask(p, q) & 0x10001, o[10] = __low2float(__hneu2(p, q));
    const T2 product = __hcmadd(p, q, p);
    o[11] = __low2float(product), o[12] = __high2float(product);
    o[13] = real(htanh(x)), o[14] = __high2float(h2tanh(q)), o[15] = real(htanh_approx(y));
    o[16] = __low2float(__hadd2_rn(p, q)), o[17] = __high2float(__hmul2_sat(p, q)), o[18] = __low2float(__hfma2_relu(p, q, q));
    o[19] = __low2float(__hmax2_nan(p, q)), o[20] = __high2float(__hmin2_nan(p, q)), o[21] = real(__hneg(x));
}

__global__ void halves(const float *a, const float *b, float *out) {
    const int i = threadIdx.x;
    const __half x = __double2half(a[i]), y = __float2half(b[i]);
    compute(x, y, __halves2half2(x, y), __halves2half2(y, x), out + fields * i);
}

__global__ void brains(const float *a, const float *b, float *out) {
    const int i = threadIdx.x;
    const __nv_bfloat16 x = __float2bfloat16(a[i]), y = __float2bfloat16_rn(b[i]);
    compute(x, y, __floats2bfloat162_rn(a[i], b[i]), make_bfloat162(y, x), out + fields * i);
}

__global__ void conversions(const int *in, int *out) {
    const int n = in[threadIdx.x];
    int *o = out + 10 * threadIdx.x;
    o[0] = __bfloat16_as_ushort(__int2bfloat16_rn(n)), o[1] = __bfloat16_as_ushort(__int2bfloat16_rz(n));
    o[2] = __bfloat16_as_ushort(__int2bfloat16_rd(n)), o[3] = __bfloat16_as_ushort(__int2bfloat16_ru(n));
    const __nv_bfloat16 quarter = __float2bfloat16(n % 1000 * 0.25f);
    o[4] = __bfloat162int_rn(quarter), o[5] = __bfloat162int_rz(quarter), o[6] = __bfloat162int_rd(quarter), o[7] = __bfloat162int_ru(quarter);
    o[8] = __low2float(__float2bfloat162_rn(2.5f)) == 2.5f, o[9] = __half2char_rz(__float2half(n % 1000));
}

// A float to nearest, in as many bits as the type has: what lies below is cut, ties go to even.
static float rounded(float v, int bits) {
    if (v == 0 || std::isnan(v)) return v;
    int exponent;
    std::frexp(v, &exponent);
    const double step = std::ldexp(1.0, exponent - bits);
    return static_cast<float>(std::nearbyint(v / step) * step);
}

static std::vector<float> wanted(float a, float b, int bits) {
    const auto r = [bits](double v) { return rounded(static_cast<float>(v), bits); };
    const auto clamped = [](float v) { return v < 0 ? 0.0f : v > 1 ? 1.0f : v; };
    const double x = r(a), y = r(b);
    const float least = std::fmin(x, y), most = std::fmax(x, y), fused = r(x * y + y);
    // p is x + iy and q is y + ix: each part is fused twice.
    const float re = r(-y * x + r(x * y + x)), im = r(y * y + r(x * x + y));
    return {r(x + y), r(x - y), r(x * y), clamped(r(x + y)), fused < 0 ? 0 : fused, clamped(fused), most, least,
            float((x < y) + 65536 * (y < x)), float((x >= y) + 65536 * (y >= x)), float(x != y), re, im,
            r(std::tanh(x)), r(std::tanh(x)), r(std::tanh(y)), r(x + y), clamped(r(x * y)), fused < 0 ? 0 : fused, most, least, float(-x)};
}

// An integer as bfloat16: 8 bits of it, cut, and one more where the direction asks for it.
static int bits_of(long long n, int mode) {
    const unsigned long long size = n < 0 ? -n : n;
    int drop = 0;
    while (size >> drop > 255) drop++;
    unsigned long long kept = size >> drop, rest = size - (kept << drop), half = drop ? 1ull << (drop - 1) : 0;
    const bool up = mode == 0 ? rest > half || (rest == half && drop && kept & 1) : mode == 2 ? n < 0 && rest : mode == 3 && n > 0 && rest;
    const float value = std::ldexp(static_cast<float>(kept + up), drop) * (n < 0 ? -1 : 1);
    union {
        float real;
        unsigned word;
    } both = {value};
    return both.word >> 16;
}

int main() {
    Verdict verdict("sixteen-bit-functions");
    const int n = 64;
    auto a = random_reals(n, 1), b = random_reals(n, 2);
    for (int i = 0; i < n; i++) a[i] = a[i] * 4 - 2, b[i] = i % 8 ? b[i] * 2 - 1 : a[i];
    Array<float> da(a), db(b), out(fields * n);
    for (const int bits : {11, 8}) {
        std::vector<float> want;
        for (int i = 0; i < n; i++)
            for (const float v : wanted(a[i], b[i], bits)) want.push_back(v);
        if (bits == 11) halves<<<1, n>>>(da.p, db.p, out.p);
        else brains<<<1, n>>>(da.p, db.p, out.p);
        verdict.same(bits == 11 ? "half" : "bfloat16", out.host(), want, bits == 11 ? 0.001 : 0.008);
    }
    std::vector<int> whole = {0, 1, -1, 255, 256, 257, -257, 258, 259, 511, 513, INT_MAX, INT_MIN, INT_MIN + 1, 99999, -99999};
    for (const auto word : random_words(16)) whole.push_back(static_cast<int>(word));
    std::vector<int> want;
    for (const int v : whole) {
        for (int mode = 0; mode < 4; mode++) want.push_back(bits_of(v, mode));
        const float quarter = rounded(v % 1000 * 0.25f, 8);
        for (const float f : {std::nearbyint(quarter), std::trunc(quarter), std::floor(quarter), std::ceil(quarter)}) want.push_back(static_cast<int>(f));
        const int byte = v % 1000;
        want.push_back(1), want.push_back(byte < -128 ? -128 : byte > 127 ? 127 : byte);
    }
    Array<int> dwhole(whole), results(want.size());
    conversions<<<1, static_cast<int>(whole.size())>>>(dwhole.p, results.p);
    verdict.same("conversions", results.host(), want);
    return verdict.end();
}
