// Numbers of 8 bits from float, half and bfloat16 and back, alone and in pairs; `cuda_fp8.h` brings the headers of the wider numbers.
// run: wave-any
// targets: gfx1100,gfx1201,cpu (AMD's headers have CUDA's two forms for the host alone where a target is gfx942)
#include "check.h"

#include <cuda_fp8.h>

constexpr int fields = 9;

__global__ void convert(const float *in, float *out) {
    const float v = in[threadIdx.x];
    float *o = out + fields * threadIdx.x;
    const __nv_fp8_e4m3 small(v);
    const __nv_fp8_e5m2 wide(v);
    o[0] = float(small), o[1] = float(wide), o[2] = small.__x, o[3] = wide.__x;
    const __nv_bfloat162 brain = __float2bfloat162_rn(v);
    o[4] = float(__nv_fp8_e4m3(__low2bfloat16(brain))), o[5] = float(__nv_fp8_e5m2(__float2half(v)));
    const float2 pair = float2(__nv_fp8x2_e4m3(make_float2(v, -v)));
    o[6] = pair.x, o[7] = pair.y;
    o[8] = __nv_cvt_float_to_fp8(v, __NV_SATFINITE, __NV_E4M3);
}

// The nearest of a form's numbers, ties to the even pattern; what is too large becomes the largest.
static float nearest(float v, int mantissa, int bias, int largest, int &pattern) {
    float best = 0;
    pattern = 0;
    const float size = std::fabs(v);
    for (int bits = 0; bits <= largest; bits++) {
        const int exponent = bits >> mantissa, part = bits & ((1 << mantissa) - 1);
        const float one = exponent ? std::ldexp(1.0f + std::ldexp(float(part), -mantissa), exponent - bias) : std::ldexp(float(part), 1 - bias - mantissa);
        const float now = std::fabs(size - one), before = std::fabs(size - best);
        if (now < before || (now == before && bits % 2 == 0)) best = one, pattern = bits;
    }
    if (std::signbit(v)) pattern |= 0x80;
    return std::signbit(v) ? -best : best;
}

int main() {
    Verdict verdict("fp8-conversions");
    // Numbers that half and bfloat16 hold exactly: 6 bits of mantissa.
    std::vector<float> in = {0.0f, 1.0f, -1.0f, 448.0f, 464.0f, 500.0f, -1000.0f, 0.015625f, 0.001953125f, 0.0009765625f, 17.0f, 19.0f, 18.0f, -0.75f};
    for (const auto word : random_words(50)) in.push_back(std::ldexp(float(word % 63) - 31, int(word >> 8) % 14 - 9));
    std::vector<float> want;
    for (const float v : in) {
        int small, wide;
        const float four = nearest(v, 3, 7, 0x7e, small), five = nearest(v, 2, 15, 0x7b, wide);
        const float all[] = {four, five, float(small), float(wide), four, five, four, -four, float(small)};
        want.insert(want.end(), all, all + fields);
    }
    Array<float> din(in), out(want.size());
    convert<<<1, int(in.size())>>>(din.p, out.p);
    verdict.same("conversions", out.host(), want);
    return verdict.end();
}
