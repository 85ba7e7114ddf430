// Scale factors of 8 bits (`__nv_fp8_e8m0`): all 256 codes to the wider types, and wider numbers to them in the modes that CUDA takes, saturated
// and not, alone, in pairs and fours, in kernels and on the host. The reference compares with powers of two.
// run: wave-any
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <limits>

constexpr int modes = 2, ways = 6, typed = 10, narrow_fields = 2 * modes * ways + typed;

__host__ __device__ void narrow(double wide, int *out) {
    const float v = static_cast<float>(wide);
    const __nv_bfloat16 b = __float2bfloat16(v);
    const __half h = __float2half(v);
    const __nv_bfloat162 bb = __halves2bfloat162(b, b);
    for (int i = 0; i < modes; i++) {
        const cudaRoundMode m = i == 0 ? cudaRoundZero : cudaRoundPosInf;
        for (int s = 0; s < 2; s++) {
            const __nv_saturation_t saturation = s == 0 ? __NV_NOSAT : __NV_SATFINITE;
            *out++ = __nv_cvt_float_to_e8m0(v, saturation, m), *out++ = __nv_cvt_double_to_e8m0(wide, saturation, m);
            *out++ = __nv_cvt_bfloat16raw_to_e8m0(static_cast<__nv_bfloat16_raw>(b), saturation, m);
            *out++ = __nv_cvt_float2_to_e8m0x2(make_float2(v, 1.0f), saturation, m);
            *out++ = __nv_cvt_double2_to_e8m0x2(make_double2(1.0, wide), saturation, m);
            *out++ = __nv_cvt_bfloat162raw_to_e8m0x2(static_cast<__nv_bfloat162_raw>(bb), saturation, m);
        }
    }
    *out++ = __nv_fp8_e8m0(v).__x, *out++ = __nv_fp8_e8m0(wide).__x, *out++ = __nv_fp8_e8m0(b).__x, *out++ = __nv_fp8_e8m0(h).__x;
    *out++ = __nv_fp8x2_e8m0(make_float2(v, 1.0f)).__x, *out++ = __nv_fp8x2_e8m0(make_double2(1.0, wide)).__x;
    *out++ = __nv_fp8x2_e8m0(bb).__x, *out++ = __nv_fp8x2_e8m0(__halves2half2(h, h)).__x;
    const unsigned four = __nv_fp8x4_e8m0(make_float4(v, 1.0f, 2.0f, v)).__x, brains = __nv_fp8x4_e8m0(bb, bb).__x;
    // The upper halves, so that the numbers stay positive.
    *out++ = static_cast<int>(four >> 16), *out++ = static_cast<int>(brains >> 16);
}

constexpr int wide_fields = 9, integers = 6;

__host__ __device__ void widen(int code, double *out) {
    __nv_fp8_e8m0 one;
    __nv_fp8x2_e8m0 two;
    __nv_fp8x4_e8m0 four;
    one.__x = static_cast<__nv_fp8_storage_t>(code);
    two.__x = static_cast<__nv_fp8x2_storage_t>(code | (255 - code) << 8);
    four.__x = static_cast<__nv_fp8x4_storage_t>(two.__x) | static_cast<__nv_fp8x4_storage_t>(two.__x) << 16;
    const float2 pair = static_cast<float2>(two);
    const float4 all = static_cast<float4>(four);
    const __nv_bfloat162 brains(__nv_cvt_e8m0x2_to_bf162raw(two.__x));
    *out++ = __bfloat162float(__nv_bfloat16(__nv_cvt_e8m0_to_bf16raw(one.__x)));
    *out++ = static_cast<float>(one), *out++ = static_cast<double>(one);
    *out++ = __bfloat162float(static_cast<__nv_bfloat16>(one));
    *out++ = __low2float(brains), *out++ = pair.x, *out++ = all.z;
    *out++ = pair.y, *out++ = all.w;
}

__host__ __device__ void integers_of(int code, unsigned long long *out) {
    __nv_fp8_e8m0 one;
    one.__x = static_cast<__nv_fp8_storage_t>(code);
    *out++ = static_cast<unsigned char>(one), *out++ = static_cast<unsigned short>(one), *out++ = static_cast<unsigned int>(one);
    *out++ = static_cast<unsigned long long>(static_cast<int>(one)), *out++ = static_cast<bool>(one);
    *out++ = __half2float(static_cast<__half>(one)) > 0 ? 1 : 0;
}

__global__ void narrow_all(const double *in, int count, int *out) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) narrow(in[i], out + narrow_fields * i);
}

__global__ void widen_all(double *out, unsigned long long *whole) {
    const int code = static_cast<int>(threadIdx.x);
    widen(code, out + wide_fields * code);
    integers_of(code, whole + integers * code);
}

// In mode 0 the nearest power, of two as near the larger; in 2 the next one not below; else the next one not above.
static int reference(double v, int mode, bool saturates) {
    if (std::isnan(v)) return 255;
    // A double that is too large for float counts as the largest float, which is not infinity where the mode cuts.
    const double most = std::numeric_limits<float>::max(), size = std::isinf(v) ? std::fabs(v) : std::fmin(std::fabs(v), most);
    const auto power = [](int code) { return std::ldexp(1.0, code - 127); };
    int code = 0;
    while (code < 255 && power(code + 1) <= size) code++;
    if (code < 255 && size > power(code)) {
        const bool nearer = size - power(code) >= power(code + 1) - size;
        code += mode == 2 || (mode == 0 && nearer) ? 1 : 0;
    }
    return code == 255 && saturates ? 254 : code;
}

static std::vector<double> inputs() {
    std::vector<double> in = {0.0, 1e-45, 1e-310, std::ldexp(1.0, -130), std::numeric_limits<float>::infinity(), std::numeric_limits<float>::max(), 1e200};
    for (int code = 0; code < 255; code++)
        for (const double factor : {1.0, 1 + 0x1p-23, 1 - 0x1p-24, 1 + 0x1p-40, 1 - 0x1p-40, 1.25, 1.5, 1.5 - 0x1p-23, 1.5 - 0x1p-40, 1.5 + 0x1p-7, 1.75}) in.push_back(factor * std::ldexp(1.0, code - 127));
    for (size_t i = in.size(); i-- > 0;) in.push_back(-in[i]);
    in.push_back(std::numeric_limits<double>::quiet_NaN());
    return in;
}

int main() {
    Verdict verdict("small-numbers-of-8-bit-scales");
    const std::vector<double> in = inputs();
    std::vector<int> want, host(in.size() * narrow_fields);
    for (size_t i = 0; i < in.size(); i++) {
        const float v = static_cast<float>(in[i]);
        const double b = __bfloat162float(__float2bfloat16(v)), h = __half2float(__float2half(v));
        const int one = 127;
        for (int mode = 1; mode <= modes; mode++)
            for (int s = 0; s < 2; s++) {
                const int of_float = reference(v, mode, s), of_double = reference(in[i], mode, s), of_brain = reference(b, mode, s);
                const int all[] = {of_float, of_double, of_brain, of_float | one << 8, one | of_double << 8, of_brain | of_brain << 8};
                want.insert(want.end(), all, all + ways);
            }
        const int of_float = reference(v, 2, true), of_double = reference(in[i], 2, true), of_brain = reference(b, 2, true), of_half = reference(h, 2, true);
        const int all[] = {of_float, of_double, of_brain, of_half, of_float | one << 8, one | of_double << 8, of_brain | of_brain << 8, of_half | of_half << 8, 128 | of_float << 8, of_brain | of_brain << 8};
        want.insert(want.end(), all, all + typed);
        narrow(in[i], &host[i * narrow_fields]);
    }
    Array<double> numbers(in);
    Array<int> narrowed(want.size());
    narrow_all<<<blocks(in.size(), 64), 64>>>(numbers.p, static_cast<int>(in.size()), narrowed.p);
    verdict.same("narrowed in kernels", narrowed.host(), want);
    verdict.same("narrowed on the host", host, want);

    Array<double> widened(256 * wide_fields);
    Array<unsigned long long> whole(256 * integers);
    widen_all<<<1, 256>>>(widened.p, whole.p);
    const std::vector<double> on_device = widened.host();
    const std::vector<unsigned long long> whole_on_device = whole.host();
    for (int code = 0; code < 256; code++) {
        const auto is = [](double got, int stored) { return stored == 255 ? std::isnan(got) : got == std::ldexp(1.0, stored - 127); };
        double here[wide_fields];
        widen(code, here);
        for (int i = 0; i < wide_fields; i++) {
            const int stored = i < 7 ? code : 255 - code;
            verdict.holds("widened in a kernel", is(on_device[code * wide_fields + i], stored));
            verdict.holds("widened on the host", is(here[i], stored));
        }
        const auto whole_number = [&](int bits) -> unsigned long long {
            if (code == 255 || code < 127) return 0;
            return code - 127 >= bits ? (1ull << bits) - 1 : 1ull << (code - 127);
        };
        const unsigned long long wanted[] = {whole_number(8), whole_number(16), whole_number(32), whole_number(31), 1, code != 255 && code > 127 - 25 ? 1ull : 0ull};
        unsigned long long whole_here[integers];
        integers_of(code, whole_here);
        for (int i = 0; i < integers; i++) {
            verdict.holds("a whole number in a kernel", whole_on_device[code * integers + i] == wanted[i]);
            verdict.holds("a whole number on the host", whole_here[i] == wanted[i]);
        }
    }
    verdict.same("of an integer", static_cast<int>(__nv_fp8_e8m0((1ull << 40) + 1).__x), 127 + 41);
    verdict.same("of another", static_cast<int>(__nv_fp8_e8m0(-8).__x), 127 + 3);
    return verdict.end();
}
