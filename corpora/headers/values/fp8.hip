// Numbers of 8 bits (and 4) in all four forms: what each pattern means, and the pattern of every half, with and without saturation.
#include <hip/hip_fp4.h>
#include <hip/hip_fp8.h>

#include "values.h"

struct Form {
    __hip_fp8_interpretation_t kind;
    int mantissa, bias;
    bool has_infinity, one_zero;
    int largest;
};

__device__ const Form forms[] = {{__HIP_E4M3, 3, 7, false, false, 0x7e},
                                 {__HIP_E5M2, 2, 15, true, false, 0x7b},
                                 {__HIP_E4M3_FNUZ, 3, 8, false, true, 0x7f},
                                 {__HIP_E5M2_FNUZ, 2, 16, false, true, 0x7f}};

__device__ double meaning(const Form &form, int pattern) {
    int size = pattern & 0x7f, exponent = size >> form.mantissa, fraction = size & ((1 << form.mantissa) - 1);
    if (form.one_zero && pattern == 0x80) return __builtin_nan("");
    double sign = pattern & 0x80 ? -1 : 1;
    if (size > form.largest) return form.has_infinity && size == form.largest + 1 ? sign * __builtin_inf() : __builtin_nan("");
    double steps = exponent == 0 ? fraction : fraction + (1 << form.mantissa);
    return sign * __builtin_ldexp(steps, (exponent == 0 ? 1 : exponent) - form.bias - form.mantissa);
}

// The nearest pattern by looking at all of them; where two are as near, the even one.
__device__ int nearest(const Form &form, double x, bool saturate) {
    if (x != x) return form.one_zero ? 0x80 : 0x7f;
    double size = __builtin_fabs(x), most = meaning(form, form.largest);
    int best = 0;
    for (int pattern = 1; pattern <= form.largest; ++pattern) {
        double distance = __builtin_fabs(meaning(form, pattern) - size), before = __builtin_fabs(meaning(form, best) - size);
        if (distance < before || (distance == before && pattern % 2 == 0)) best = pattern;
    }
    if (size == __builtin_inf()) best = form.largest;
    // What rounds to the number that would come after the largest is too large.
    double step = most - meaning(form, form.largest - 1);
    bool too_large = size > most + step / 2 || (size == most + step / 2 && form.largest % 2 != 0);
    if (too_large && !saturate) best = form.one_zero ? 0x80 : form.largest + 1;
    if (form.one_zero && (best == 0 || best == 0x80)) return best;
    return best | (__builtin_signbit(x) ? 0x80 : 0);
}

// 4 bits: all numbers, what lies between them, and the limits.
__device__ void four_bits(Checks &checks) {
    const float numbers[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
    for (int i = 0; i < 8; ++i) {
        checks.same("fp4", int(__hip_cvt_float_to_fp4(numbers[i], __HIP_E2M1, hipRoundNearest)), i, numbers[i]);
        checks.same("-fp4", int(__hip_cvt_float_to_fp4(-numbers[i], __HIP_E2M1, hipRoundZero)), i | 8, -numbers[i]);
        checks.same("to half", __half2float(__half(__hip_cvt_fp4_to_halfraw(static_cast<unsigned char>(i), __HIP_E2M1))), numbers[i], i);
        if (i == 7) break;
        float middle = (numbers[i] + numbers[i + 1]) / 2;
        checks.same("fp4", int(__hip_cvt_float_to_fp4(middle, __HIP_E2M1, hipRoundNearest)), i % 2 == 0 ? i : i + 1, middle);
        checks.same("fp4 up", int(__hip_cvt_float_to_fp4(middle, __HIP_E2M1, hipRoundPosInf)), i + 1, middle);
        checks.same("fp4 down", int(__hip_cvt_float_to_fp4(middle, __HIP_E2M1, hipRoundMinInf)), i, middle);
        checks.same("fp4 double", int(__hip_cvt_double_to_fp4(middle * (1 + 0x1p-40), __HIP_E2M1, hipRoundNearest)), i + 1, middle);
    }
    checks.same("fp4", int(__hip_cvt_float_to_fp4(-1e9f, __HIP_E2M1, hipRoundNearest)), 15, -1e9);
    checks.same("fp4", int(__hip_cvt_float_to_fp4(__builtin_nanf(""), __HIP_E2M1, hipRoundNearest)), 7, 0);
}

extern "C" __device__ int check(long *checked) {
    Checks checks;
    for (const Form &form : forms) {
        for (int pattern = 0; pattern < 256; ++pattern) {
            double expected = meaning(form, pattern);
            __half found = __half(__hip_cvt_fp8_to_halfraw(static_cast<__hip_fp8_storage_t>(pattern), form.kind));
            checks.same("to half", double(__half2float(found)), expected, pattern);
        }
        for (int bits = 0; bits < 65536; ++bits) {
            __half x = __ushort_as_half(static_cast<unsigned short>(bits));
            float number = __half2float(x);
            if (number != number) continue;
            int saturated = __hip_cvt_halfraw_to_fp8(x, __HIP_SATFINITE, form.kind);
            checks.same("saturated", saturated, nearest(form, number, true), number);
            checks.same("not saturated", int(__hip_cvt_float_to_fp8(number, __HIP_NOSAT, form.kind)), nearest(form, number, false), number);
        }
        // Just beside the middle of two numbers, nearer than a float can tell.
        for (int pattern = 0; pattern < form.largest; ++pattern) {
            double middle = (meaning(form, pattern) + meaning(form, pattern + 1)) / 2;
            checks.same("double", int(__hip_cvt_double_to_fp8(middle * (1 + 0x1p-40), __HIP_SATFINITE, form.kind)), pattern + 1, middle);
            checks.same("double", int(__hip_cvt_double_to_fp8(middle * (1 - 0x1p-40), __HIP_SATFINITE, form.kind)), pattern, middle);
        }
    }
    four_bits(checks);
    float4 four = __hip_fp8x4_e4m3(make_float4(1, -2, 3.5f, 448));
    checks.same("x4", four.x == 1 && four.y == -2 && four.z == 3.5f && four.w == 448, true, 0);
    *checked = checks.count;
    return checks.wrong;
}
