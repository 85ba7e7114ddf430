// Numbers of 16 bits and less in registers of 16 and 32, and floating-point numbers whose subnormals are zero.
#ifndef HIPIFY_PTX_NUMBERS
#define HIPIFY_PTX_NUMBERS
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
namespace hipify_ptx {

static inline __device__ float from_half(unsigned short bits) { return __half2float(__ushort_as_half(bits)); }
static inline __device__ unsigned short to_half(float value) { return __half_as_ushort(__float2half_rn(value)); }
static inline __device__ float from_bfloat(unsigned short bits) { return __uint_as_float(static_cast<unsigned int>(bits) << 16); }
static inline __device__ unsigned short to_bfloat(float value) {
    const unsigned int bits = __float_as_uint(value);
    if (value != value) return 0x7fff;
    return static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
// The 19 bits that tf32 has, to nearest, ties away from zero.
static inline __device__ unsigned int to_tf32(float value) {
    const unsigned int bits = __float_as_uint(value);
    return (bits & 0x7f800000) == 0x7f800000 ? bits : (bits + 0x1000) & 0xffffe000;
}

// A function of floats for numbers of 16 bits (`1`) and pairs of them (`2`).
template <typename Function, typename... Values>
static inline __device__ unsigned short half1(Function function, Values... values) {
    return to_half(function(from_half(static_cast<unsigned short>(values))...));
}
template <typename Function, typename... Values>
static inline __device__ unsigned int half2(Function function, Values... values) {
    const unsigned int high = half1(function, static_cast<unsigned int>(values) >> 16 ...);
    return high << 16 | half1(function, values...);
}
template <typename Function, typename... Values>
static inline __device__ unsigned short bfloat1(Function function, Values... values) {
    return to_bfloat(function(from_bfloat(static_cast<unsigned short>(values))...));
}
template <typename Function, typename... Values>
static inline __device__ unsigned int bfloat2(Function function, Values... values) {
    const unsigned int high = bfloat1(function, static_cast<unsigned int>(values) >> 16 ...);
    return high << 16 | bfloat1(function, values...);
}

// Rounds the exact sum of a product and a number once: what a float cannot hold of it is left in its last bit.
static inline __device__ float fused(float a, float b, float c) {
    const double product = static_cast<double>(a) * b, sum = product + c, part = sum - product;
    const double error = (product - (sum - part)) + (c - part);
    unsigned long long bits = static_cast<unsigned long long>(__double_as_longlong(sum));
    if (error == error && error != 0 && (bits & 1) == 0) bits += (error > 0) == (sum > 0) ? 1 : -1;
    float near = static_cast<float>(__longlong_as_double(static_cast<long long>(bits)));
    const double back = near, all = __longlong_as_double(static_cast<long long>(bits));
    unsigned int last = __float_as_uint(near);
    if (all == all && back != all && (last & 1) == 0 && (last & 0x7fffffff) != 0x7f800000) {
        last += (back < all) == (all > 0) ? 1 : -1;
    }
    return __uint_as_float(last);
}

static inline __device__ float flush(float value) {
    return fabsf(value) < 1.17549435e-38f ? copysignf(0.0f, value) : value;
}

// Bytes of `a` times those of `b`, and `c`; `T`, `U`: a character type of their signs.
template <typename T, typename U>
static inline __device__ unsigned int dot4(unsigned int a, unsigned int b, unsigned int c) {
    for (int at = 0; at < 32; at += 8) c += static_cast<unsigned int>(static_cast<T>(a >> at) * static_cast<U>(b >> at));
    return c;
}
template <typename T>
static inline __device__ unsigned int differences4(unsigned int a, unsigned int b, unsigned int c) {
    for (int at = 0; at < 32; at += 8) {
        const int difference = static_cast<T>(a >> at) - static_cast<T>(b >> at);
        c += static_cast<unsigned int>(difference < 0 ? -difference : difference);
    }
    return c;
}

}  // namespace hipify_ptx
#endif
