// The four forms of numbers of 8 bits, and their patterns from and to float.
#ifndef HIPIFY_SMALL_FORMS_H
#define HIPIFY_SMALL_FORMS_H

#include "qualifiers.h"

/// The forms: of the Open Compute Project, and those of gfx940 to gfx942 without infinities and negative zero.
enum __hip_fp8_interpretation_t { __HIP_E4M3 = 0, __HIP_E5M2 = 1, __HIP_E4M3_FNUZ = 2, __HIP_E5M2_FNUZ = 3 };

/// What is too large becomes the largest number, or else infinity (NaN where there is none).
enum __hip_saturation_t { __HIP_NOSAT = 0, __HIP_SATFINITE = 1 };

namespace hipify {

/// A form of small numbers: bits of the mantissa, what is added to exponents, and special patterns without their sign.
struct small_form {
    int mantissa, bias;
    unsigned int largest, nan, infinity;
    /// The pattern of negative zero is NaN.
    bool one_zero;
};

HIPIFY_BOTH constexpr small_form form_of(__hip_fp8_interpretation_t kind) {
    return kind == __HIP_E4M3        ? small_form{3, 7, 0x7e, 0x7f, 0x7f, false}
           : kind == __HIP_E5M2      ? small_form{2, 15, 0x7b, 0x7f, 0x7c, false}
           : kind == __HIP_E4M3_FNUZ ? small_form{3, 8, 0x7f, 0x80, 0x80, true}
                                     : small_form{2, 16, 0x7f, 0x80, 0x80, true};
}

/// 2 to the power of `exponent`, which float has as a normal number.
HIPIFY_BOTH float power_of_two(int exponent) {
    unsigned int bits = static_cast<unsigned int>(exponent + 127) << 23;
    float made;
    __builtin_memcpy(&made, &bits, sizeof made);
    return made;
}

/// The pattern of a size that is not NaN: rounded to nearest even, before it is checked against the largest.
HIPIFY_BOTH unsigned int rounded_pattern(float size, small_form form) {
    unsigned int bits;
    __builtin_memcpy(&bits, &size, sizeof bits);
    int exponent = static_cast<int>(bits >> 23) - 127, lowest = 1 - form.bias;
    if (exponent < lowest) exponent = lowest;
    // In units of the last place there, where floats are whole numbers, normal ones at least `unit` of them.
    float steps = __builtin_rintf(size * power_of_two(form.mantissa - exponent));
    return static_cast<unsigned int>(exponent - lowest) * (1u << form.mantissa) + static_cast<unsigned int>(steps);
}

/// A float's pattern in a form.
HIPIFY_BOTH unsigned char small_of_float(float number, __hip_saturation_t saturation, small_form form) {
    unsigned int bits;
    __builtin_memcpy(&bits, &number, sizeof bits);
    unsigned int sign = form.one_zero ? 0 : bits >> 24 & 0x80, size = bits & 0x7fffffff;
    if (size > 0x7f800000) return static_cast<unsigned char>(form.nan | sign);
    float magnitude;
    __builtin_memcpy(&magnitude, &size, sizeof magnitude);
    unsigned int pattern = size >= 0x4f000000 ? 0x100u : rounded_pattern(magnitude, form);
    if (pattern > form.largest) {
        if (saturation == __HIP_NOSAT) return static_cast<unsigned char>(form.infinity | sign);
        pattern = form.largest;
    }
    // The only zero has no sign.
    if (form.one_zero) sign = pattern == 0 ? 0 : bits >> 24 & 0x80;
    return static_cast<unsigned char>(pattern | sign);
}

HIPIFY_BOTH float float_of_small(unsigned char stored, small_form form) {
    unsigned int size = stored & 0x7fu, unit = 1u << form.mantissa;
    bool negative = (stored & 0x80) != 0;
    if (form.one_zero ? stored == 0x80 : size > form.largest) {
        if (!form.one_zero && size == form.infinity && size != form.nan) return negative ? -__builtin_inff() : __builtin_inff();
        return __builtin_nanf("");
    }
    int exponent = static_cast<int>(size >> form.mantissa);
    unsigned int steps = exponent == 0 ? size : unit + (size & (unit - 1));
    float number = static_cast<float>(steps) * power_of_two((exponent == 0 ? 1 : exponent) - form.bias - form.mantissa);
    return negative ? -number : number;
}

}  // namespace hipify

#endif
