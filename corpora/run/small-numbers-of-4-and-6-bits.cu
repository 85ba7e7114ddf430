// Numbers of 4 and 6 bits: every code of `__nv_fp4_e2m1`, `__nv_fp6_e2m3` and `__nv_fp6_e3m2` to the wider types, and wider numbers to
// them in each rounding mode, alone, in pairs and fours, in kernels and on the host. The reference searches tables of the values.
// run: wave-any
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>

#include <limits>

struct E2M1 {
    typedef __nv_fp4_e2m1 one;
    typedef __nv_fp4x2_e2m1 two;
    typedef __nv_fp4x4_e2m1 four;
    static constexpr int codes = 16, mantissa = 1, bias = 1, bits = 4;
    static __host__ __device__ unsigned of(float x, cudaRoundMode m) { return __nv_cvt_float_to_fp4(x, __NV_E2M1, m); }
    static __host__ __device__ unsigned of(double x, cudaRoundMode m) { return __nv_cvt_double_to_fp4(x, __NV_E2M1, m); }
    static __host__ __device__ unsigned of(__half_raw x, cudaRoundMode m) { return __nv_cvt_halfraw_to_fp4(x, __NV_E2M1, m); }
    static __host__ __device__ unsigned of(__nv_bfloat16_raw x, cudaRoundMode m) { return __nv_cvt_bfloat16raw_to_fp4(x, __NV_E2M1, m); }
    static __host__ __device__ unsigned of(float2 x, cudaRoundMode m) { return __nv_cvt_float2_to_fp4x2(x, __NV_E2M1, m); }
    static __host__ __device__ unsigned of(double2 x, cudaRoundMode m) { return __nv_cvt_double2_to_fp4x2(x, __NV_E2M1, m); }
    static __host__ __device__ unsigned of(__half2_raw x, cudaRoundMode m) { return __nv_cvt_halfraw2_to_fp4x2(x, __NV_E2M1, m); }
    static __host__ __device__ unsigned of(__nv_bfloat162_raw x, cudaRoundMode m) {
        return __nv_cvt_bfloat16raw2_to_fp4x2(x, __NV_E2M1, m);
    }
    static __host__ __device__ __half_raw half_of(unsigned code) { return __nv_cvt_fp4_to_halfraw(static_cast<__nv_fp4_storage_t>(code), __NV_E2M1); }
    static __host__ __device__ __half2_raw halves_of(unsigned codes) {
        return __nv_cvt_fp4x2_to_halfraw2(static_cast<__nv_fp4x2_storage_t>(codes), __NV_E2M1);
    }
};

template <typename One, typename Two, typename Four, __nv_fp6_interpretation_t kind, int digits, int offset> struct SixBits {
    typedef One one;
    typedef Two two;
    typedef Four four;
    static constexpr int codes = 64, mantissa = digits, bias = offset, bits = 8;
    static __host__ __device__ unsigned of(float x, cudaRoundMode m) { return __nv_cvt_float_to_fp6(x, kind, m); }
    static __host__ __device__ unsigned of(double x, cudaRoundMode m) { return __nv_cvt_double_to_fp6(x, kind, m); }
    static __host__ __device__ unsigned of(__half_raw x, cudaRoundMode m) { return __nv_cvt_halfraw_to_fp6(x, kind, m); }
    static __host__ __device__ unsigned of(__nv_bfloat16_raw x, cudaRoundMode m) { return __nv_cvt_bfloat16raw_to_fp6(x, kind, m); }
    static __host__ __device__ unsigned of(float2 x, cudaRoundMode m) { return __nv_cvt_float2_to_fp6x2(x, kind, m); }
    static __host__ __device__ unsigned of(double2 x, cudaRoundMode m) { return __nv_cvt_double2_to_fp6x2(x, kind, m); }
    static __host__ __device__ unsigned of(__half2_raw x, cudaRoundMode m) { return __nv_cvt_halfraw2_to_fp6x2(x, kind, m); }
    static __host__ __device__ unsigned of(__nv_bfloat162_raw x, cudaRoundMode m) { return __nv_cvt_bfloat16raw2_to_fp6x2(x, kind, m); }
    static __host__ __device__ __half_raw half_of(unsigned code) { return __nv_cvt_fp6_to_halfraw(static_cast<__nv_fp6_storage_t>(code), kind); }
    static __host__ __device__ __half2_raw halves_of(unsigned codes) {
        return __nv_cvt_fp6x2_to_halfraw2(static_cast<__nv_fp6x2_storage_t>(codes), kind);
    }
};
typedef SixBits<__nv_fp6_e2m3, __nv_fp6x2_e2m3, __nv_fp6x4_e2m3, __NV_E2M3, 3, 1> E2M3;
typedef SixBits<__nv_fp6_e3m2, __nv_fp6x2_e3m2, __nv_fp6x4_e3m2, __NV_E3M2, 2, 3> E3M2;

// Codes of a number and its negative; each source type, in both modes that CUDA takes, then what the types round by themselves.
constexpr int modes = 2, sources = 8, typed = 10, narrow_fields = modes * sources + typed;

template <typename Form> __host__ __device__ void narrow(double wide, int *out) {
    const float v = static_cast<float>(wide);
    const __half h = __float2half(v);
    const __nv_bfloat16 b = __float2bfloat16(v);
    const __half2 hh = __halves2half2(h, __hneg(h));
    const __nv_bfloat162 bb = __halves2bfloat162(b, __hneg(b));
    for (int i = 0; i < modes; i++) {
        const cudaRoundMode m = i == 0 ? cudaRoundNearest : cudaRoundZero;
        *out++ = Form::of(v, m), *out++ = Form::of(wide, m);
        *out++ = Form::of(static_cast<__half_raw>(h), m), *out++ = Form::of(static_cast<__nv_bfloat16_raw>(b), m);
        *out++ = Form::of(make_float2(v, -v), m), *out++ = Form::of(make_double2(wide, -wide), m);
        *out++ = Form::of(static_cast<__half2_raw>(hh), m), *out++ = Form::of(static_cast<__nv_bfloat162_raw>(bb), m);
    }
    typedef typename Form::one one;
    typedef typename Form::two two;
    typedef typename Form::four four;
    *out++ = one(v).__x, *out++ = one(wide).__x, *out++ = one(h).__x, *out++ = one(b).__x;
    *out++ = two(make_float2(v, -v)).__x, *out++ = two(make_double2(wide, -wide)).__x, *out++ = two(hh).__x, *out++ = two(bb).__x;
    *out++ = static_cast<int>(four(make_float4(v, -v, 1.0f, v)).__x), *out++ = static_cast<int>(four(hh, hh).__x);
}

constexpr int wide_fields = 14;

template <typename Form> __host__ __device__ void widen(int code, float *out) {
    typename Form::one one;
    typename Form::two two;
    typename Form::four four;
    const unsigned other = static_cast<unsigned>(Form::codes - 1 - code), number = static_cast<unsigned>(code);
    one.__x = static_cast<decltype(one.__x)>(number);
    two.__x = static_cast<decltype(two.__x)>(number | other << Form::bits);
    four.__x = static_cast<decltype(four.__x)>(two.__x | static_cast<unsigned>(two.__x) << 2 * Form::bits);
    const __half2 halves(Form::halves_of(two.__x));
    const float2 pair = static_cast<float2>(two);
    const float4 all = static_cast<float4>(four);
    *out++ = __half2float(__half(Form::half_of(number)));
    *out++ = static_cast<float>(one), *out++ = static_cast<float>(static_cast<double>(one));
    *out++ = __half2float(static_cast<__half>(one)), *out++ = __bfloat162float(static_cast<__nv_bfloat16>(one));
    *out++ = __low2float(halves), *out++ = __high2float(halves), *out++ = pair.x, *out++ = pair.y, *out++ = all.z, *out++ = all.w;
    *out++ = static_cast<float>(static_cast<int>(one)), *out++ = static_cast<float>(static_cast<unsigned>(one));
    *out++ = static_cast<bool>(one) ? 1.0f : 0.0f;
}

template <typename Form> __global__ void narrow_all(const double *in, int count, int *out) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) narrow<Form>(in[i], out + narrow_fields * i);
}

template <typename Form> __global__ void widen_all(float *out) {
    if (threadIdx.x < Form::codes) widen<Form>(static_cast<int>(threadIdx.x), out + wide_fields * threadIdx.x);
}

template <typename Form> double value(int code) {
    const int size = code % (Form::codes / 2), field = size >> Form::mantissa, part = size & ((1 << Form::mantissa) - 1);
    const double digits = std::ldexp(part, -Form::mantissa) + (field != 0);
    const double number = std::ldexp(digits, (field != 0 ? field : 1) - Form::bias);
    return code >= Form::codes / 2 ? -number : number;
}

template <typename Form> int reference(double v, int mode) {
    const int largest = Form::codes / 2 - 1;
    if (std::isnan(v)) return largest;
    const int sign = std::signbit(v) ? Form::codes / 2 : 0;
    const double size = std::fabs(v);
    if (size >= value<Form>(largest)) return sign | largest;
    int below = 0;
    while (value<Form>(below + 1) <= size) below++;
    const double to_below = size - value<Form>(below), to_above = value<Form>(below + 1) - size;
    if (to_below == 0) return sign | below;
    const bool tie_up = to_below == to_above && below % 2 == 1;
    const bool up = mode == 0 ? to_above < to_below || tie_up : mode == 2 ? sign == 0 : mode == 3 ? sign != 0 : false;
    return sign | (below + (up ? 1 : 0));
}

template <typename Form> void check(Verdict &verdict, const char *name) {
    const float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<double> in = {infinity, nan, 1e-45, 1e-40, 1e-20, 1e-9, 65504, 1e30, std::numeric_limits<float>::max(), 0.0};
    for (int code = 0; code < Form::codes / 2; code++) {
        const double here = value<Form>(code), step = code > 0 ? here - value<Form>(code - 1) : value<Form>(1);
        for (const double part : {0.0, 0.25, 0.5, 0.75})
            for (const double nudge : {0.0, 0x1p-7, -0x1p-7, 0x1p-10, -0x1p-10, 0x1p-20, -0x1p-20, 0x1p-40, -0x1p-40}) in.push_back(here + (part + nudge) * step);
    }
    for (const float v : random_reals(200)) in.push_back(40 * v * v * v);
    for (size_t i = in.size(); i-- > 0;) in.push_back(-in[i]);
    const int count = static_cast<int>(in.size());

    std::vector<int> want, host(in.size() * narrow_fields);
    for (int i = 0; i < count; i++) {
        const float v = static_cast<float>(in[i]);
        const double seen[] = {v, in[i], __half2float(__float2half(v)), __bfloat162float(__float2bfloat16(v))};
        const auto pair = [](double x, int mode) { return reference<Form>(x, mode) | reference<Form>(-x, mode) << Form::bits; };
        for (int mode = 0; mode < modes; mode++) {
            for (const double x : seen) want.push_back(reference<Form>(x, mode));
            for (const double x : seen) want.push_back(pair(x, mode));
        }
        for (const double x : seen) want.push_back(reference<Form>(x, 0));
        for (const double x : seen) want.push_back(pair(x, 0));
        want.push_back(pair(v, 0) | reference<Form>(1, 0) << 2 * Form::bits | reference<Form>(v, 0) << 3 * Form::bits);
        want.push_back(pair(seen[2], 0) | pair(seen[2], 0) << 2 * Form::bits);
        narrow<Form>(in[i], &host[i * narrow_fields]);
    }
    Array<double> numbers(in);
    Array<int> narrowed(want.size());
    narrow_all<Form><<<blocks(in.size(), 64), 64>>>(numbers.p, count, narrowed.p);
    std::printf("%s: %d numbers in %d ways\n", name, count, narrow_fields);
    verdict.same("narrowed in kernels", narrowed.host(), want);
    verdict.same("narrowed on the host", host, want);

    std::vector<float> wide, wide_host(Form::codes * wide_fields);
    for (int code = 0; code < Form::codes; code++) {
        const float v = static_cast<float>(value<Form>(code)), other = static_cast<float>(value<Form>(Form::codes - 1 - code));
        const float all[] = {v, v, v, v, v, v, other, v, other, v, other, std::trunc(v), v < 0 ? 0 : std::trunc(v), v != 0 ? 1.0f : 0.0f};
        wide.insert(wide.end(), all, all + wide_fields);
        widen<Form>(code, &wide_host[code * wide_fields]);
    }
    Array<float> widened(wide.size());
    widen_all<Form><<<1, 64>>>(widened.p);
    const auto signs = [](const std::vector<float> &all) {
        std::vector<int> out;
        for (size_t i = 0; i < all.size(); i++) out.push_back(i % wide_fields < 11 && std::signbit(all[i]));
        return out;
    };
    verdict.same("widened in kernels", widened.host(), wide);
    verdict.same("signs in kernels", signs(widened.host()), signs(wide));
    verdict.same("widened on the host", wide_host, wide);
    verdict.same("signs on the host", signs(wide_host), signs(wide));
}

int main() {
    Verdict verdict("small-numbers-of-4-and-6-bits");
    check<E2M1>(verdict, "e2m1");
    check<E2M3>(verdict, "e2m3");
    check<E3M2>(verdict, "e3m2");
    verdict.same("of an integer", static_cast<int>(__nv_fp4_e2m1(-5).__x), 0xe);
    verdict.same("of a large integer", static_cast<int>(__nv_fp6_e3m2(1ull << 63).__x), 31);
    return verdict.end();
}
