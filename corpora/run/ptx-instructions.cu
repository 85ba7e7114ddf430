// PTX that becomes C++: fields of bits, shifts, logic, sums with a carry, conversions, vectors, atomics, blocks with registers.
// run: wave-any
#include "check.h"
#include <cuda_fp16.h>

constexpr int majority = 0xe8;

// An input is the same variable as an output that is written before it is read for the last time.
__device__ unsigned tied(unsigned a, unsigned b) {
    asm("{ add.u32 %0, %1, %2; mul.lo.u32 %0, %0, %1; }" : "=&r"(a) : "r"(a), "r"(b));
    return a;
}

// Shifts and sums of whole words among the video instructions.
__device__ unsigned video(unsigned a, unsigned b, unsigned c) {
    unsigned d, e, f;
    asm("vshr.u32.u32.u32.clamp.add %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b & 63), "r"(c));
    asm("vshl.u32.u32.u32.wrap %0, %1, %2;" : "=r"(e) : "r"(a), "r"(b));
    asm("vadd.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(f) : "r"(a), "r"(b), "r"(c));
    return d ^ e ^ f;
}

__device__ void integers(unsigned a, unsigned b, unsigned c, unsigned *out) {
    unsigned d;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b & 63), "r"(c & 63));
    out[0] = d;
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(c & 63), "r"(c >> 8 & 63));
    out[1] = d;
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    out[2] = d;
    asm("lop3.b32 %0, %1, %2, %3, 0x2d;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    out[3] = d;
    asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(c), "n"(majority));
    out[4] = d;
    asm("shl.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b & 63));
    out[5] = d;
    asm("shr.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b & 63));
    out[6] = d;
    int s;
    asm("shr.s32 %0, %1, %2;" : "=r"(s) : "r"(static_cast<int>(a)), "r"(b & 63));
    out[7] = s;
    asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    out[8] = d;
    asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c & 63));
    out[9] = d;
    asm("bfind.u32 %0, %1;" : "=r"(d) : "r"(a >> (b & 31)));
    out[10] = d;
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    out[11] = d;
    asm("abs.s32 %0, %1;" : "=r"(s) : "r"(static_cast<int>(a)));
    out[12] = s;
    asm("max.s32 %0, %1, %2;" : "=r"(s) : "r"(static_cast<int>(a)), "r"(static_cast<int>(b)));
    out[13] = s;
    asm("min.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    out[14] = d;
    asm("sad.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    out[15] = d;
    asm("add.u32 %0, %1, -7;" : "=r"(d) : "r"(a));
    out[16] = d;
    asm("cvt.u32.u8 %0, %1;" : "=r"(d) : "r"(a));
    out[17] = d;
    asm("cvt.s32.s16 %0, %1;" : "=r"(s) : "r"(a));
    out[18] = s ^ tied(a, b) ^ video(a, b, c);
}

__device__ void wide(unsigned long long a, unsigned long long b, unsigned *out) {
    unsigned long long d, e;
    asm("bfe.u64 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "r"(static_cast<unsigned>(b & 127)), "r"(static_cast<unsigned>(b >> 8 & 127)));
    unsigned low, high;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(d));
    out[0] = low;
    out[1] = high;
    // 128 bits of a sum and a difference, and a product.
    asm("{\n\t"
        "add.cc.u64 %0, %2, %3;\n\t"
        "addc.u64 %1, %3, 0;\n\t"
        "}"
        : "=l"(d), "=l"(e)
        : "l"(a), "l"(b));
    out[2] = static_cast<unsigned>(d >> 32);
    out[3] = static_cast<unsigned>(e);
    asm("sub.cc.u32 %0, %2, %4; subc.u32 %1, %3, %5;"
        : "=&r"(low), "=r"(high)
        : "r"(static_cast<unsigned>(a)), "r"(static_cast<unsigned>(a >> 32)), "r"(static_cast<unsigned>(b)),
          "r"(static_cast<unsigned>(b >> 32)));
    out[4] = low;
    out[5] = high;
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(d) : "r"(static_cast<unsigned>(a)), "r"(static_cast<unsigned>(b)));
    asm("mov.b64 %0, {%1, %2};" : "=l"(e) : "r"(high), "r"(low));
    out[6] = static_cast<unsigned>(d >> 32);
    out[7] = static_cast<unsigned>(e >> 32);
}

__device__ void registers(unsigned a, unsigned b, unsigned *out) {
    unsigned d;
    asm("{\n\t"
        ".reg .pred p, q;\n\t"
        ".reg .u32 t;\n\t"
        "setp.lo.u32 p, %1, %2;\n\t"
        "setp.ge.s32 q, %1, 0;\n\t"
        "selp.u32 t, %1, %2, p;\n\t"
        "@!q add.u32 t, t, 5;\n\t"
        "xor.b32 %0, t, 0xff;\n\t"
        "}"
        : "=r"(d)
        : "r"(a), "r"(b));
    out[0] = d;
}

__device__ void reals(float a, float b, float *out) {
    float d;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));
    out[0] = d;
    asm("lg2.approx.f32 %0, %1;" : "=f"(d) : "f"(a + 1));
    out[1] = d;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(d) : "f"(b + 2));
    out[2] = d;
    asm("rsqrt.approx.f32 %0, %1;" : "=f"(d) : "f"(b + 2));
    out[3] = d;
    asm("mul.rn.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
    out[4] = d;
    asm("max.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
    out[5] = d;
    int whole;
    asm("cvt.rni.s32.f32 %0, %1;" : "=r"(whole) : "f"(a * 100));
    out[6] = whole;
    unsigned pair;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(a), "f"(b));
    unsigned short low, high;
    asm("mov.b32 {%0, %1}, %2;" : "=h"(low), "=h"(high) : "r"(pair));
    asm("cvt.f32.f16 %0, %1;" : "=f"(d) : "h"(high));
    out[7] = d;
    asm("cvt.f32.f16 %0, %1;" : "=f"(d) : "h"(low));
    out[8] = d;
}

__device__ void memory(const unsigned *in, unsigned *out, unsigned *sum) {
    unsigned a, b, c, d;
    asm volatile("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(in));
    asm volatile("st.global.v2.u32 [%0], {%1, %2};" ::"l"(out), "r"(d), "r"(c) : "memory");
    asm volatile("st.global.L1::no_allocate.u32 [%0 + 8], %1;" ::"l"(out), "r"(a ^ b) : "memory");
    asm volatile("ld.global.u8 %0, [%1+5];" : "=r"(a) : "l"(in));
    asm volatile("st.relaxed.gpu.global.u32 [%0+12], %1;" ::"l"(out), "r"(a) : "memory");
    asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(a) : "l"(in + 1) : "memory");
    asm volatile("red.release.gpu.global.add.u32 [%0], %1;" ::"l"(sum), "r"(a & 15) : "memory");
    asm volatile("atom.global.max.u32 %0, [%1], %2;" : "=r"(b) : "l"(sum + 1), "r"(a) : "memory");
    asm volatile("atom.acq_rel.gpu.global.cas.b32 %0, [%1], %2, %3;" : "=r"(b) : "l"(sum + 2), "r"(0), "r"(77) : "memory");
}

__global__ void all(const unsigned *in, const float *real, unsigned *words, float *numbers, unsigned *sum) {
    const unsigned t = threadIdx.x;
    unsigned *out = words + 32 * t;
    integers(in[4 * t], in[4 * t + 1], in[4 * t + 2], out);
    wide(in[4 * t] | static_cast<unsigned long long>(in[4 * t + 1]) << 32, in[4 * t + 2] | static_cast<unsigned long long>(in[4 * t + 3]) << 32, out + 19);
    registers(in[4 * t + 1], in[4 * t + 2], out + 27);
    memory(in + 4 * t, out + 28, sum);
    reals(real[2 * t], real[2 * t + 1], numbers + 9 * t);
}

static unsigned shifted_left(unsigned v, unsigned n) { return n > 31 ? 0 : v << n; }
static unsigned ones(unsigned n) { return n > 31 ? ~0u : (1u << n) - 1; }
static float rounded_to_half(float v) { return __half2float(__float2half(v)); }

int main() {
    Verdict verdict("ptx-instructions");
    const unsigned n = 64;
    const auto in = random_words(4 * n);
    std::vector<unsigned> want(32 * n), sum{0, 0, 77};
    std::vector<float> real(2 * n), numbers(9 * n);
    for (unsigned t = 0; t < n; t++) {
        const unsigned a = in[4 * t], b = in[4 * t + 1], c = in[4 * t + 2], e = in[4 * t + 3];
        unsigned *w = &want[32 * t];
        w[0] = (b & 63) > 31 ? 0 : a >> (b & 63) & ones(c & 63);
        const unsigned at = c & 63, mask = at > 31 ? 0 : ones(c >> 8 & 63) << at;
        w[1] = (b & ~mask) | (shifted_left(a, at) & mask);
        w[2] = a ^ b ^ c;
        w[3] = 0;
        for (int bit = 0; bit < 32; bit++) w[3] |= (0x2du >> ((a >> bit & 1) << 2 | (b >> bit & 1) << 1 | (c >> bit & 1)) & 1) << bit;
        w[4] = (a & b) | (a & c) | (b & c);
        w[5] = shifted_left(a, b & 63);
        w[6] = (b & 63) > 31 ? 0 : a >> (b & 63);
        w[7] = static_cast<unsigned>(static_cast<long long>(static_cast<int>(a)) >> (b & 63));
        w[8] = static_cast<unsigned>((static_cast<unsigned long long>(b) << 32 | a) << (c & 31) >> 32);
        w[9] = (c & 63) > 31 ? b : static_cast<unsigned>((static_cast<unsigned long long>(b) << 32 | a) >> (c & 63));
        w[10] = ~0u;
        for (unsigned v = a >> (b & 31); v; v >>= 1) w[10]++;
        w[11] = a * b + c;
        w[12] = static_cast<int>(a) < 0 ? 0 - a : a;
        w[13] = static_cast<int>(a) > static_cast<int>(b) ? a : b;
        w[14] = a < b ? a : b;
        w[15] = (a < b ? b - a : a - b) + c;
        w[16] = a - 7;
        w[17] = a & 255;
        w[18] = static_cast<unsigned>(static_cast<int>(static_cast<short>(a))) ^ (a + b) * a;
        w[18] ^= (((b & 63) > 31 ? 0 : a >> (b & 63)) + c) ^ a << (b & 31) ^ (a + b + c);
        const unsigned long long x = a | static_cast<unsigned long long>(b) << 32, y = c | static_cast<unsigned long long>(e) << 32;
        const unsigned from = y & 127, count = y >> 8 & 127;
        const unsigned long long field = from > 63 ? 0 : x >> from & (count > 63 ? ~0ull : (1ull << count) - 1);
        w[19] = static_cast<unsigned>(field);
        w[20] = static_cast<unsigned>(field >> 32);
        w[21] = static_cast<unsigned>((x + y) >> 32);
        w[22] = static_cast<unsigned>(y + (x + y < x));
        w[23] = static_cast<unsigned>(x - y);
        w[24] = static_cast<unsigned>((x - y) >> 32);
        w[25] = static_cast<unsigned>(static_cast<unsigned long long>(a) * c >> 32);
        w[26] = w[23];
        w[27] = ((b < c ? b : c) + (static_cast<int>(b) < 0 ? 5 : 0)) ^ 0xff;
        w[28] = e;
        w[29] = c;
        w[30] = a ^ b;
        w[31] = b >> 8 & 255;
        sum[0] += b & 15;
        sum[1] = b > sum[1] ? b : sum[1];
        const float u = real[2 * t] = (a >> 8) / 16777216.0f, v = real[2 * t + 1] = (b >> 8) / 16777216.0f;
        const float all[] = {exp2f(u), log2f(u + 1), 1 / (v + 2), 1 / sqrtf(v + 2), u * v, fmaxf(u, v), rintf(u * 100), rounded_to_half(u), rounded_to_half(v)};
        for (int i = 0; i < 9; i++) numbers[9 * t + i] = all[i];
    }
    Array<unsigned> din(in), words(32 * n), dsum(std::vector<unsigned>{0, 0, 0});
    Array<float> dreal(real), out(9 * n);
    all<<<1, n>>>(din.p, dreal.p, words.p, out.p, dsum.p);
    verdict.same("words", words.host(), want);
    verdict.same("sums", dsum.host(), sum);
    verdict.same("reals", out.host(), numbers, 1e-5);
    return verdict.end();
}
