// run: wave-any
// targets: cpu (no single GPU has all of these builtins)
// nvcc: none, the builtins are those of AMD's GPUs
// AMDGCN's conversions of numbers of 8 bits, dot products of bfloat16, and the steps of a division, against their definitions:
// the forms of numbers by name (OCP with waves of 32 lanes, FNUZ with 64), a dot product by its sum, a division by its quotient.
#include "check.h"

#include <cfloat>
#include <cstring>

typedef __bf16 bf16x2 __attribute__((ext_vector_type(2)));

// One form: bits of the mantissa, bias, and whether it has infinities or one zero alone.
struct Form {
    int mantissa, bias;
    bool infinities, one_zero;

    double value(unsigned byte) const {
        unsigned size = byte & 0x7f, exponent = size >> mantissa, fraction = size & ((1u << mantissa) - 1);
        double sign = byte & 0x80 ? -1 : 1;
        if (one_zero && byte == 0x80) return NAN;
        if (!one_zero && infinities && exponent == 31) return fraction == 0 ? sign * INFINITY : NAN;
        if (!one_zero && !infinities && size == 0x7f) return NAN;
        double share = std::ldexp((double)fraction, -mantissa) + (exponent != 0);
        return sign * std::ldexp(share, (int)(exponent == 0 ? 1 : exponent) - bias);
    }
    // The pattern of the nearest number, of two the even one, to a number no larger than the largest.
    unsigned nearest(double number) const {
        unsigned best = 0;
        for (unsigned byte = 0; byte < 0x80; ++byte) {
            double far = std::fabs(value(byte) - std::fabs(number)), least = std::fabs(value(best) - std::fabs(number));
            if (far < least || (far == least && byte % 2 == 0)) best = byte;
        }
        return std::signbit(number) && !(one_zero && best == 0) ? best | 0x80 : best;
    }
    // The pattern below, or above where there is a rest.
    unsigned beside(double number, bool above) const {
        unsigned below = 0;
        while (below < 0x7e && value(below + 1) <= std::fabs(number)) ++below;
        unsigned found = below + (above && value(below) != std::fabs(number));
        return std::signbit(number) && !(one_zero && found == 0) ? found | 0x80 : found;
    }
};

__global__ void decode(float *out) {
    int t = threadIdx.x, word = t | (255 - t) << 8 | t << 16 | (t ^ 0x55) << 24;
    auto fp8 = __builtin_amdgcn_cvt_pk_f32_fp8(word, false), bf8 = __builtin_amdgcn_cvt_pk_f32_bf8(word, true);
    float all[] = {__builtin_amdgcn_cvt_f32_fp8(word, 0), __builtin_amdgcn_cvt_f32_fp8(word, 3), __builtin_amdgcn_cvt_f32_bf8(word, 1),
                   __builtin_amdgcn_cvt_f32_bf8(word, 2), fp8[0], fp8[1], bf8[0], bf8[1]};
    for (int i = 0; i < 8; ++i) out[t * 8 + i] = all[i];
}

__global__ void encode(const float *values, unsigned *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float x = values[i];
    out[i * 4] = (unsigned)__builtin_amdgcn_cvt_pk_fp8_f32(x, -x, (int)0xabcd1234, false);
    out[i * 4 + 1] = (unsigned)__builtin_amdgcn_cvt_pk_bf8_f32(x, -x, (int)0xabcd1234, true);
    // None is rounded up, and all.
    out[i * 4 + 2] = (unsigned)__builtin_amdgcn_cvt_sr_fp8_f32(x, -1, __builtin_amdgcn_cvt_sr_fp8_f32(x, 0, 0x11223344, 0), 2);
    out[i * 4 + 3] = (unsigned)__builtin_amdgcn_cvt_sr_bf8_f32(x, -1, __builtin_amdgcn_cvt_sr_bf8_f32(x, 0, 0x11223344, 1), 3);
}

std::vector<float> with_marks(std::vector<float> values) {
    for (float &value : values) value = std::isnan(value) ? 12345.0f : std::isinf(value) ? std::copysign(99999.0f, value) : value;
    return values;
}

void check_conversions(Verdict &verdict, bool wide) {
    const Form fp8{3, wide ? 8 : 7, false, wide}, bf8{2, wide ? 16 : 15, true, wide};
    Array<float> decoded(256 * 8);
    decode<<<1, 256>>>(decoded.p);
    std::vector<float> want;
    for (unsigned t = 0; t < 256; ++t)
        for (double value : {fp8.value(t), fp8.value(t ^ 0x55), bf8.value(255 - t), bf8.value(t), fp8.value(t), fp8.value(255 - t), bf8.value(t), bf8.value(t ^ 0x55)})
            want.push_back((float)value);
    verdict.same("numbers of bytes", with_marks(decoded.host()), with_marks(want));

    // Within the least range, that of E4M3 of FNUZ, 240; halfway between patterns, denormals, zeros.
    std::vector<float> values = random_reals<float>(1500, 5);
    for (size_t i = 0; i < values.size(); ++i) values[i] = (values[i] - 0.5f) * 2 * std::ldexp(1.0f, (int)(i % 26) - 18) * 0.9f;
    for (unsigned byte = 0; byte < 0x70; ++byte) {
        for (const Form &form : {fp8, bf8}) {
            float low = (float)form.value(byte), high = (float)form.value(byte + 1);
            if (high < 200) values.insert(values.end(), {low, -low, (low + high) / 2, -(low + high) / 2});
        }
    }
    const int count = (int)values.size();
    Array<float> in(values);
    Array<unsigned> out((size_t)count * 4);
    encode<<<blocks((size_t)count, 128), 128>>>(in.p, out.p, count);
    std::vector<unsigned> words;
    for (float x : values) {
        words.push_back(0xabcd0000 | fp8.nearest(-x) << 8 | fp8.nearest(x));
        words.push_back(0x1234 | bf8.nearest(-x) << 24 | bf8.nearest(x) << 16);
        words.push_back(0x11003300 | fp8.beside(x, true) << 16 | fp8.beside(x, false));
        words.push_back(0x220044 | bf8.beside(x, true) << 24 | bf8.beside(x, false) << 8);
    }
    verdict.same("bytes of numbers", out.host(), words);

    // What is too large is NaN where there is no infinity.
    std::vector<float> large = {1e6f, INFINITY, NAN};
    Array<float> too_large(large);
    Array<unsigned> patterns(12);
    encode<<<1, 4>>>(too_large.p, patterns.p, 3);
    auto got = patterns.host();
    for (size_t i = 0; i < 3; ++i) {
        verdict.holds("too large for fp8", std::isnan(fp8.value(got[i * 4] & 0xff)) && std::isnan(fp8.value(got[i * 4 + 2] & 0xff)));
        double of_bf8 = bf8.value(got[i * 4 + 1] >> 16 & 0xff);
        verdict.holds("too large for bf8", wide || i == 2 ? std::isnan(of_bf8) : std::isinf(of_bf8));
    }
}

__device__ bf16x2 pair_of(unsigned word) { return __builtin_bit_cast(bf16x2, word); }

__global__ void dots(float *out) {
    // 1.5 and -2, 3 and 0.5, added to 4: 4.5 - 1 + 4.
    bf16x2 a = pair_of(0xc0003fc0u), b = pair_of(0x3f004040u);
    out[0] = __builtin_amdgcn_fdot2_f32_bf16(a, b, 4.0f, false);
    out[1] = __builtin_amdgcn_fdot2_f32_bf16(a, b, 4.0f, true);
    out[2] = __builtin_amdgcn_fdot2_f32_bf16(a, b, -4.0f, true);
    // 7.5, and a sum that bfloat16 rounds: 256 + 3.5 are 260.
    out[3] = (float)__builtin_amdgcn_fdot2_bf16_bf16(a, b, (__bf16)4.0f);
    out[4] = (float)__builtin_amdgcn_fdot2_bf16_bf16(a, b, (__bf16)256.0f);
}

// LLVM's expansion of a division of floats and of doubles (AMDGPUISelLowering, LowerFDIV32 and LowerFDIV64).
__device__ float quotient(float n, float d) {
    bool unused, flag;
    float ds = __builtin_amdgcn_div_scalef(n, d, false, &unused), ns = __builtin_amdgcn_div_scalef(n, d, true, &flag);
    float r = __builtin_amdgcn_rcpf(ds), e = fmaf(-ds, r, 1.0f), better = fmaf(e, r, r), q = ns * better;
    q = fmaf(fmaf(-ds, q, ns), better, q);
    return __builtin_amdgcn_div_fixupf(__builtin_amdgcn_div_fmasf(fmaf(-ds, q, ns), better, q, flag), d, n);
}
__device__ double quotient(double n, double d) {
    bool unused, flag;
    double ds = __builtin_amdgcn_div_scale(n, d, false, &unused), ns = __builtin_amdgcn_div_scale(n, d, true, &flag);
    double r = __builtin_amdgcn_rcp(ds);
    for (int i = 0; i < 2; ++i) r = fma(fma(-ds, r, 1.0), r, r);
    double q = ns * r;
    return __builtin_amdgcn_div_fixup(__builtin_amdgcn_div_fmas(fma(-ds, q, ns), r, q, flag), d, n);
}

template <typename T> __global__ void quotients(const T *n, const T *d, T *out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = quotient(n[i], d[i]);
}

template <typename T> void check_division(Verdict &verdict, const char *name, T least, T largest) {
    std::vector<T> n, d, ends = {0, T(-0.0), 1, -3, least, -least, least / 8, largest, -largest, largest / 3, T(INFINITY), T(-INFINITY), T(NAN), T(1e-30), T(1e30)};
    for (T x : ends)
        for (T y : ends) n.push_back(x), d.push_back(y);
    auto more = random_reals<T>(4000, 9);
    for (size_t i = 0; i + 1 < more.size(); i += 2) n.push_back((more[i] - T(0.5)) * 100), d.push_back((more[i + 1] - T(0.5)) * 7);
    const int count = (int)n.size();
    Array<T> numerators(n), denominators(d), out((size_t)count);
    quotients<T><<<blocks((size_t)count, 64), 64>>>(numerators.p, denominators.p, out.p, count);
    auto got = out.host();
    for (size_t i = 0; i < got.size(); ++i) {
        volatile T a = n[i], b = d[i];
        T want = a / b;
        bool same = std::isnan(want) ? std::isnan(got[i]) : got[i] == want && std::signbit(got[i]) == std::signbit(want);
        // A denormal quotient is rounded twice.
        if (!same && std::fabs(want) <= least) same = std::fabs(got[i] - want) <= std::numeric_limits<T>::denorm_min();
        if (!same) std::printf("%s: %.17g / %.17g is %.17g, not %.17g\n", name, (double)n[i], (double)d[i], (double)got[i], (double)want);
        verdict.wrong += !same;
    }
}

__global__ void half_fixups(float *out) {
    out[0] = (float)__builtin_amdgcn_div_fixuph((_Float16)1.5f, (_Float16)-2, (_Float16)3);
    out[1] = (float)__builtin_amdgcn_div_fixuph((_Float16)9, (_Float16)0, (_Float16)-3);
    out[2] = (float)__builtin_amdgcn_div_fixuph((_Float16)9, (_Float16)INFINITY, (_Float16)3);
}

int main() {
    Verdict verdict("amdgcn-small-numbers");
    int lanes = 0;
    CHECK(cudaDeviceGetAttribute(&lanes, cudaDevAttrWarpSize, 0));
    check_conversions(verdict, lanes == 64);
    Array<float> sums(5), fixed(3);
    dots<<<1, 1>>>(sums.p);
    verdict.same("dot products", sums.host(), {7.5f, 1.0f, 0.0f, 7.5f, 260.0f});
    half_fixups<<<1, 1>>>(fixed.p);
    verdict.same("quotients of halves", with_marks(fixed.host()), with_marks({-1.5f, -INFINITY, 0.0f}));
    check_division<float>(verdict, "float", FLT_MIN, FLT_MAX);
    check_division<double>(verdict, "double", DBL_MIN, DBL_MAX);
    return verdict.end();
}
