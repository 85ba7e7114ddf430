// PTX's arithmetic of 16-bit numbers, approximations, bytes, and more of its integers.
// run: wave-any
#include "check.h"

#include <cuda_fp16.h>

// Bits of a half and of a bfloat16 that hold a small number exactly.
__host__ __device__ unsigned short bfloat(float x) {
    unsigned bits;
    memcpy(&bits, &x, 4);
    return static_cast<unsigned short>(bits >> 16);
}
__host__ __device__ float from_bfloat(unsigned short x) {
    const unsigned bits = static_cast<unsigned>(x) << 16;
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

__global__ void sixteen(const half2 *in, float *out, unsigned *pairs) {
    const int i = threadIdx.x;
    const unsigned x = *reinterpret_cast<const unsigned *>(in + i);
    unsigned y;
    unsigned short h;
    asm volatile("ex2.approx.f16x2 %0, %1;" : "=r"(y) : "r"(x));
    h = static_cast<unsigned short>(y);
    out[8 * i] = __half2float(*reinterpret_cast<half *>(&h));
    asm volatile("tanh.approx.f16 %0, %1;" : "=h"(h) : "h"(static_cast<unsigned short>(x)));
    out[8 * i + 1] = __half2float(*reinterpret_cast<half *>(&h));
    asm volatile("tanh.approx.bf16x2 %0, %1;" : "=r"(y) : "r"(static_cast<unsigned>(bfloat(0.5f)) << 16 | bfloat(i / 32.0f)));
    out[8 * i + 2] = from_bfloat(y & 0xffff);
    out[8 * i + 3] = from_bfloat(y >> 16);
    float f;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(f) : "f"(i + 1.0f));
    out[8 * i + 4] = f;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(f) : "f"(i + 1.0f));
    out[8 * i + 5] = f;
    asm("tanh.approx.f32 %0, %1;" : "=f"(f) : "f"(i / 8.0f));
    out[8 * i + 6] = f;
    // Below the smallest normal number, which is zero here.
    asm("mul.ftz.f32 %0, %1, %2;" : "=f"(f) : "f"(1.5e-38f), "f"(0.25f));
    out[8 * i + 7] = f;
    // What dequantization does: exact in halves.
    asm volatile("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(pairs[4 * i]) : "r"(x), "r"(0x40004000), "r"(0x3c00bc00));
    asm volatile("sub.f16x2 %0, %1, %2;" : "=r"(pairs[4 * i + 1]) : "r"(x), "r"(0x3c003c00));
    asm volatile("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pairs[4 * i + 2]) : "f"(i * 1.0f), "f"(i + 0.001f));
    asm volatile("max.f16x2 %0, %1, %2;" : "=r"(pairs[4 * i + 3]) : "r"(x), "r"(0));
}

__global__ void rounded(const float *in, float *out, double *wide) {
    const int i = threadIdx.x;
    const float a = in[i], b = in[i + 1], c = in[i + 2];
    float *o = out + 8 * i;
    asm("mul.rz.f32 %0, %1, %2;" : "=f"(o[0]) : "f"(a), "f"(b));
    asm("fma.rz.f32 %0, %1, %2, %3;" : "=f"(o[1]) : "f"(a), "f"(b), "f"(c));
    asm("add.rm.f32 %0, %1, %2;" : "=f"(o[2]) : "f"(a), "f"(b));
    asm("sub.rp.f32 %0, %1, %2;" : "=f"(o[3]) : "f"(a), "f"(b));
    asm("div.rz.f32 %0, %1, %2;" : "=f"(o[4]) : "f"(a), "f"(b));
    asm("sqrt.rm.f32 %0, %1;" : "=f"(o[5]) : "f"(b));
    asm("rcp.rp.f32 %0, %1;" : "=f"(o[6]) : "f"(b));
    asm("mul.rp.ftz.f32 %0, %1, %2;" : "=f"(o[7]) : "f"(a), "f"(c));
    asm("add.rp.f64 %0, %1, %2;" : "=d"(wide[2 * i]) : "d"((double)b), "d"(1e-20));
    asm("fma.rm.f64 %0, %1, %2, %3;" : "=d"(wide[2 * i + 1]) : "d"((double)b), "d"(1.0), "d"(-1e-20));
}

// A number rounded to a float: down (-1), up (1) or towards zero (0).
float directed(double exact, int direction) {
    const float near = static_cast<float>(exact);
    const float to = direction ? direction * INFINITY : 0.0f;
    const bool is_past = direction < 0 ? near > exact : direction > 0 ? near < exact : std::abs(double{near}) > std::abs(exact);
    return is_past ? std::nextafter(near, to) : near;
}

__global__ void integers(const unsigned *in, unsigned *out) {
    const unsigned a = in[threadIdx.x], b = in[threadIdx.x + 1], c = in[threadIdx.x + 2];
    unsigned *o = out + 16 * threadIdx.x;
    int s;
    asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(s) : "r"(a), "r"(b), "r"(c));
    o[0] = s;
    asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(s) : "r"(a), "r"(b), "r"(c));
    o[1] = s;
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(o[2]) : "r"(a), "r"(b), "r"(c));
    asm("bfe.s32 %0, %1, %2, %3;" : "=r"(s) : "r"((int)a), "r"(b & 31), "r"(c & 31));
    o[3] = s;
    asm("bfind.s32 %0, %1;" : "=r"(o[4]) : "r"((int)a >> (b & 31)));
    asm("mad.hi.u32 %0, %1, %2, %3;" : "=r"(o[5]) : "r"(a), "r"(b), "r"(c));
    asm("slct.u32.s32 %0, %1, %2, %3;" : "=r"(o[6]) : "r"(a), "r"(b), "r"((int)c));
    asm("rem.u32 %0, %1, %2;" : "=r"(o[7]) : "r"(a), "r"(b | 1));
    asm("{ .reg .pred p, q; setp.lt.u32 p|q, %1, %2; setp.eq.and.u32 p, %1, %1, p; selp.b32 %0, %1, %2, p; @q add.u32 %0, %0, 1; }"
        : "=r"(o[8])
        : "r"(a), "r"(b));
    asm("cvt.rni.sat.s8.f32 %0, %1;" : "=r"(s) : "f"((int)(a >> 20) - 2048.5f));
    o[9] = s;
    unsigned long long wide;
    asm("{ .reg .b64 t; mul.wide.u32 t, %1, %2; mov.b64 %0, t; }" : "=l"(wide) : "r"(a), "r"(b));
    o[10] = wide >> 32;
    asm("{ .reg .pred p, q; setp.gt.u32 p, %1, %2; not.pred q, p; or.pred p, p, q; selp.u32 %0, 5, 6, p; }" : "=r"(o[11]) : "r"(a), "r"(b));
    unsigned warp;
    asm("mov.u32 %0, %%warpid;" : "=r"(warp));
    o[12] = warp < 64;
}

int main() {
    Verdict verdict("ptx-numbers");
    const int n = 32;
    std::vector<half> in(2 * n);
    for (int i = 0; i < 2 * n; i++) in[i] = __float2half(i % 2 == 0 ? i / 16.0f : -(i / 2) / 4.0f);
    Array<half> device(in);
    Array<float> out(8 * n);
    Array<unsigned> pairs(4 * n);
    sixteen<<<1, n>>>(reinterpret_cast<half2 *>(device.p), out.p, pairs.p);
    const auto got = out.host();
    const auto got_pairs = pairs.host();
    for (int i = 0; i < n; i++) {
        const float *g = &got[8 * i];
        verdict.same("ex2", g[0], std::exp2(i / 8.0f), 1e-3);
        verdict.same("tanh of a half", g[1], std::tanh(i / 8.0f), 1e-3);
        verdict.same("tanh of a bfloat16", g[2], std::tanh(from_bfloat(bfloat(i / 32.0f))), 8e-3);
        verdict.same("tanh of a bfloat16 above", g[3], std::tanh(0.5f), 8e-3);
        verdict.same("lg2", g[4], std::log2(i + 1.0f), 1e-5);
        verdict.same("rsqrt", g[5], 1 / std::sqrt(i + 1.0f), 1e-5);
        verdict.same("tanh", g[6], std::tanh(i / 8.0f), 1e-3);
        verdict.same("flushed", g[7], 0.0f);
        const auto floats = [](unsigned bits) {
            half each[2];
            memcpy(each, &bits, 4);
            return std::vector<float>{__half2float(each[0]), __half2float(each[1])};
        };
        const float x = i / 8.0f, y = -i / 4.0f;
        verdict.same("fma", floats(got_pairs[4 * i]), {x * 2 - 1, y * 2 + 1});
        verdict.same("sub", floats(got_pairs[4 * i + 1]), {x - 1, y - 1});
        verdict.same("bf16x2", got_pairs[4 * i + 2], static_cast<unsigned>(bfloat(i)) << 16 | (i == 0 ? 0x3a83u : bfloat(i)));
        verdict.same("max", floats(got_pairs[4 * i + 3]), {x, 0.0f});
    }

    std::vector<float> numbers(n + 2);
    for (int i = 0; i < n + 2; i++) numbers[i] = 0.3f + static_cast<float>(i * i % 17) / 7;
    Array<float> of_numbers(numbers), singles(8 * n);
    Array<double> doubles(2 * n);
    rounded<<<1, n>>>(of_numbers.p, singles.p, doubles.p);
    const auto got_singles = singles.host();
    const auto got_doubles = doubles.host();
    for (int i = 0; i < n; i++) {
        const float *g = &got_singles[8 * i];
        const double a = numbers[i], b = numbers[i + 1], c = numbers[i + 2];
        verdict.same("mul.rz", g[0], directed(a * b, 0));
        verdict.same("fma.rz", g[1], directed(a * b + c, 0));
        verdict.same("add.rm", g[2], directed(a + b, -1));
        verdict.same("sub.rp", g[3], directed(a - b, 1));
        verdict.same("div.rz", g[4], directed(a / b, 0));
        verdict.same("sqrt.rm", g[5], directed(std::sqrt(b), -1));
        verdict.same("rcp.rp", g[6], directed(1 / b, 1));
        verdict.same("mul.rp.ftz", g[7], directed(a * c, 1));
        verdict.same("add.rp of doubles", got_doubles[2 * i], std::nextafter(b, 1e9));
        verdict.same("fma.rm of doubles", got_doubles[2 * i + 1], std::nextafter(b, -1e9));
    }

    const auto words = random_words(n + 2, 7);
    Array<unsigned> from(words), to(16 * n);
    integers<<<1, n>>>(from.p, to.p);
    std::vector<unsigned> want(16 * n);
    for (int i = 0; i < n; i++) {
        const unsigned a = words[i], b = words[i + 1], c = words[i + 2];
        unsigned *w = &want[16 * i];
        w[0] = w[1] = w[2] = c;
        for (int k = 0; k < 32; k += 8) {
            const int sa = static_cast<signed char>(a >> k), sb = static_cast<signed char>(b >> k), ua = a >> k & 255, ub = b >> k & 255;
            w[0] += sa * sb;
            w[1] += ua * sb;
            w[2] += std::abs(ua - ub);
        }
        const int at = b & 31, length = c & 31;
        int field = 0;
        for (int k = 0; k < 32 && length; k++) {
            const int from_bit = k < length && at + k < 32 ? at + k : std::min(at + length - 1, 31);
            field |= static_cast<int>((a >> from_bit & 1) << k);
        }
        w[3] = field;
        const int shifted = static_cast<int>(a) >> (b & 31);
        const unsigned differs = static_cast<unsigned>(shifted ^ shifted >> 31);
        w[4] = differs == 0 ? ~0u : 31 - __builtin_clz(differs);
        w[5] = static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32) + c;
        w[6] = static_cast<int>(c) >= 0 ? a : b;
        w[7] = a % (b | 1);
        w[8] = a < b ? a : b + 1;
        w[9] = std::max(-128, std::min(127, static_cast<int>(std::nearbyint(static_cast<int>(a >> 20) - 2048.5f))));
        w[10] = static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
        w[11] = 5;
        w[12] = 1;
    }
    verdict.same("integers", to.host(), want);
    return verdict.end();
}
