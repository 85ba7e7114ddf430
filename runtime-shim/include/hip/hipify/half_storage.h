// `__half` for compilers without HIP: what holds its bits, and conversions from and to float.
#ifndef HIPIFY_HALF_STORAGE_H
#define HIPIFY_HALF_STORAGE_H

#include <string.h>

typedef struct {
    unsigned short x;
} __half_raw;
typedef struct {
    unsigned short x, y;
} __attribute__((aligned(4))) __half2_raw;

#ifdef __cplusplus
struct __half {
    unsigned short __x;
};
struct alignas(4) __half2 {
    __half x, y;
};
#else
typedef struct __half {
    unsigned short __x;
} __half;
typedef struct __half2 {
    __half x, y;
} __attribute__((aligned(4))) __half2;
#endif
typedef __half half;
typedef __half2 half2;

static inline float __half2float(__half half) {
    unsigned int sign = (half.__x & 0x8000u) << 16, size = half.__x & 0x7fffu, bits;
    float number;
    if (size >= 0x7c00) bits = sign | 0x7f800000u | (size & 0x3ff) << 13;
    else if (size >= 0x400) bits = sign | ((size << 13) + 0x38000000u);
    else {
        // Numbers below the normal ones are multiples of 2 to the power of -24.
        number = (float)size * 0x1p-24f;
        return sign ? -number : number;
    }
    memcpy(&number, &bits, sizeof bits);
    return number;
}

static inline __half __float2half(float number) {
    unsigned int bits, sign, size;
    __half half;
    memcpy(&bits, &number, sizeof bits);
    sign = bits >> 16 & 0x8000, size = bits & 0x7fffffff;
    if (size > 0x7f800000) half.__x = (unsigned short)(sign | 0x7e00 | (size >> 13 & 0x3ff));
    else if (size >= 0x477ff000) half.__x = (unsigned short)(sign | 0x7c00);
    else if (size >= 0x38800000) half.__x = (unsigned short)(sign | (size - 0x38000000 + 0xfff + (size >> 13 & 1)) >> 13);
    else {
        // Adding one half aligns the number's bits with those of the result and rounds to even.
        float magnitude, aligned;
        memcpy(&magnitude, &size, sizeof size);
        aligned = magnitude + 0.5f;
        memcpy(&size, &aligned, sizeof size);
        half.__x = (unsigned short)(sign | (size - 0x3f000000));
    }
    return half;
}

#endif
