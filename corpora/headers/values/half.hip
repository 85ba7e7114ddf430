// All 65536 numbers of 16 bits, both kinds: to float and back with every rounding, arithmetic, from wider numbers.
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>

#include "values.h"

// The number that a pattern stands for, by the formula of the format.
__device__ double meaning(unsigned short bits, int mantissa, int bias) {
    int exponent = (bits & 0x7fff) >> mantissa, fraction = bits & ((1 << mantissa) - 1), most = 0x7fff >> mantissa;
    double sign = bits & 0x8000 ? -1 : 1;
    if (exponent == most) return fraction == 0 ? sign * __builtin_inf() : __builtin_nan("");
    double size = exponent == 0 ? fraction : fraction + (1 << mantissa);
    return sign * __builtin_ldexp(size, (exponent == 0 ? 1 : exponent) - bias - mantissa);
}

template <typename T>
struct Format;
template <>
struct Format<__half> {
    static constexpr int mantissa = 10, bias = 15;
    static __device__ __half bits(unsigned short x) { return __ushort_as_half(x); }
    static __device__ unsigned short pattern(__half x) { return __half_as_ushort(x); }
    static __device__ float to_float(__half x) { return __half2float(x); }
    static __device__ __half rn(float x) { return __float2half_rn(x); }
    static __device__ __half rz(float x) { return __float2half_rz(x); }
    static __device__ __half ru(float x) { return __float2half_ru(x); }
    static __device__ __half rd(float x) { return __float2half_rd(x); }
    static __device__ __half of_double(double x) { return __double2half(x); }
};
template <>
struct Format<__hip_bfloat16> {
    static constexpr int mantissa = 7, bias = 127;
    static __device__ __hip_bfloat16 bits(unsigned short x) { return __ushort_as_bfloat16(x); }
    static __device__ unsigned short pattern(__hip_bfloat16 x) { return __bfloat16_as_ushort(x); }
    static __device__ float to_float(__hip_bfloat16 x) { return __bfloat162float(x); }
    static __device__ __hip_bfloat16 rn(float x) { return __float2bfloat16_rn(x); }
    static __device__ __hip_bfloat16 rz(float x) { return __float2bfloat16_rz(x); }
    static __device__ __hip_bfloat16 ru(float x) { return __float2bfloat16_ru(x); }
    static __device__ __hip_bfloat16 rd(float x) { return __float2bfloat16_rd(x); }
    static __device__ __hip_bfloat16 of_double(double x) { return __double2bfloat16(x); }
};

// Between a pattern and the next larger one: what lies there goes to one of both.
template <typename T>
__device__ void between(Checks &checks, unsigned short low) {
    typedef Format<T> format;
    double below = meaning(low, format::mantissa, format::bias);
    double above = meaning(static_cast<unsigned short>(low + 1), format::mantissa, format::bias);
    if (above == __builtin_inf()) above = __builtin_ldexp(1, format::bias + 1);
    for (int eighth = 0; eighth <= 8; ++eighth) {
        double x = below + (above - below) * eighth / 8;
        if (float(x) == __builtin_inff()) continue;
        unsigned short high = static_cast<unsigned short>(low + 1);
        unsigned short nearest = eighth < 4 || (eighth == 4 && low % 2 == 0) ? low : high;
        unsigned short up = eighth == 0 ? low : high, down = eighth == 8 ? high : low;
        // What is infinity of the nearest is finite to those that stop below it, unless it is the limit itself.
        if (eighth == 8 && meaning(high, format::mantissa, format::bias) == __builtin_inf()) down = low;
        checks.same("rn", format::pattern(format::rn(float(x))), nearest, x);
        checks.same("rz", format::pattern(format::rz(float(x))), down, x);
        checks.same("ru", format::pattern(format::ru(float(x))), up, x);
        checks.same("rd", format::pattern(format::rd(float(x))), down, x);
        checks.same("rn of -", format::pattern(format::rn(float(-x))), static_cast<unsigned short>(nearest | 0x8000), -x);
        checks.same("rz of -", format::pattern(format::rz(float(-x))), static_cast<unsigned short>(down | 0x8000), -x);
        checks.same("ru of -", format::pattern(format::ru(float(-x))), static_cast<unsigned short>(down | 0x8000), -x);
        checks.same("rd of -", format::pattern(format::rd(float(-x))), static_cast<unsigned short>(up | 0x8000), -x);
        // Just above the middle, where a float would be the middle.
        if (eighth == 4) checks.same("double", format::pattern(format::of_double(x * (1 + 0x1p-50))), high, x);
        if (eighth == 4) checks.same("double", format::pattern(format::of_double(x * (1 - 0x1p-50))), low, x);
    }
}

template <typename T>
__device__ void all(Checks &checks) {
    typedef Format<T> format;
    unsigned short infinity = static_cast<unsigned short>(0x7fff >> format::mantissa << format::mantissa);
    for (unsigned int bits = 0; bits < 65536; ++bits) {
        double number = meaning(static_cast<unsigned short>(bits), format::mantissa, format::bias);
        T x = format::bits(static_cast<unsigned short>(bits));
        checks.same("to float", double(format::to_float(x)), number, bits);
        if (number == number) checks.same("back", format::pattern(format::rn(float(number))), static_cast<unsigned short>(bits), number);
        checks.same("isnan", __hisnan(x), number != number, number);
    }
    for (unsigned short low = 0; low < infinity; ++low) between<T>(checks, low);
}

// One operation rounded once: long double has all bits of what halves make.
template <typename T>
__device__ void arithmetic(Checks &checks) {
    typedef Format<T> format;
    Random random;
    for (int i = 0; i < 300000; ++i) {
        unsigned long long bits = random.next();
        T a = format::bits(static_cast<unsigned short>(bits)), b = format::bits(static_cast<unsigned short>(bits >> 16));
        T c = format::bits(static_cast<unsigned short>(bits >> 32));
        double x = format::to_float(a), y = format::to_float(b);
        if (x != x || y != y) continue;
        checks.same("hadd", format::to_float(__hadd(a, b)), format::to_float(format::of_double(x + y)), x);
        checks.same("hmul", format::to_float(__hmul(a, b)), format::to_float(format::of_double(x * y)), x);
        checks.same("hdiv", format::to_float(__hdiv(a, b)), format::to_float(format::of_double(x / y)), x);
        checks.same("hsqrt", format::to_float(hsqrt(a)), format::to_float(format::of_double(__builtin_sqrt(x))), x);
        checks.same("hlt", __hlt(a, b), x < y, x);
        checks.same("hmax", format::to_float(__hmax(a, b)), float(x == y ? (x == 0 ? (bits & 0x8000 ? y : x) : x) : x < y ? y : x), x);
        (void)c;
    }
}

__device__ void fused(Checks &checks) {
    Random random;
    for (int i = 0; i < 300000; ++i) {
        unsigned long long bits = random.next();
        __half a = __ushort_as_half(bits & 0xffff), b = __ushort_as_half(bits >> 16 & 0xffff), c = __ushort_as_half(bits >> 32 & 0xffff);
        long double product = static_cast<long double>(__half2float(a)) * __half2float(b);
        if (product != product || __hisnan(c) || __hisinf(c) || __builtin_fabsl(product) > 65504) continue;
        long double sum = product + __half2float(c);
        // Toward zero in double, with the last bit for what is lost: rounding that to half rounds the sum once.
        double cut = static_cast<double>(sum);
        long double rest = sum - cut;
        if (rest != 0 && (rest < 0) == (cut > 0)) cut = bits_as<double>(bits_as<long long>(cut) - 1);
        if (rest != 0) cut = bits_as<double>(bits_as<long long>(cut) | 1);
        checks.same("hfma", __half2float(__hfma(a, b, c)), __half2float(__double2half(cut)), __half2float(a));
    }
}

__device__ void integers(Checks &checks) {
    for (int x = -70000; x <= 70000; x += 7) {
        checks.same("int2half_rn", __half2float(__int2half_rn(x)), __half2float(__double2half(x)), x);
        checks.same("bfloat16 of int", __bfloat162float(__hip_bfloat16(x)), __bfloat162float(__double2bfloat16(x)), x);
        float size = __half2float(__int2half_rz(x));
        checks.same("int2half_rz", __builtin_fabsf(size) <= __builtin_abs(x), true, x);
    }
    checks.same("half2int_rn", __half2int_rn(__float2half(2.5f)), 2, 2.5);
    checks.same("half2uint_rz", __half2uint_rz(__float2half(-2.5f)), 0u, -2.5);
    checks.same("half2short_ru", __half2short_ru(__float2half(40000.0f)), short(32767), 40000);
    checks.same("bfloat16 of long long", __bfloat162float(__ll2bfloat16_rn((1ll << 40) + (1ll << 32) + 1)), float((1ll << 40) + (1ll << 33)), 0);
}

extern "C" __device__ int check(long *checked) {
    Checks checks;
    all<__half>(checks);
    all<__hip_bfloat16>(checks);
    arithmetic<__half>(checks);
    arithmetic<__hip_bfloat16>(checks);
    fused(checks);
    integers(checks);
    *checked = checks.count;
    return checks.wrong;
}
