// Numbers of 16 bits in IEEE's form: `__half` and the pair `__half2`, their operators and the raw forms under them.
#ifndef HIPIFY_HALF_H
#define HIPIFY_HALF_H

#include <hip/hip_vector_types.h>
#include <hip/hipify/arithmetic.h>
#include <hip/hipify/rounding.h>
#include <hip/hipify/sixteen.h>

typedef _Float16 _Float16_2 __attribute__((ext_vector_type(2)));

struct __half_raw {
    union {
        _Float16 data;
        unsigned short x;
    };
};

struct alignas(4) __half2_raw {
    union {
        struct {
            __half_raw x, y;
        };
        _Float16_2 data;
    };
};

namespace hipify {

/// A type of numbers that the language knows.
template <typename T>
struct is_number : std::integral_constant<bool, is_arithmetic<T>::value || std::is_same<T, _Float16>::value> {};

template <typename T>
using if_number = typename std::enable_if<is_number<T>::value, int>::type;

}  // namespace hipify

struct __half {
    union {
        _Float16 data;
        unsigned short __x;
    };

    __half() = default;
    HIPIFY_BOTH constexpr __half(const __half_raw &raw) : data(raw.data) {}
#ifndef __HIP_NO_HALF_CONVERSIONS__
    template <typename T, hipify::if_number<T> = 0>
    HIPIFY_BOTH constexpr __half(T number) : data(static_cast<_Float16>(number)) {}
    template <typename T, hipify::if_number<T> = 0>
    HIPIFY_BOTH constexpr operator T() const {
        return static_cast<T>(data);
    }
    template <typename T, hipify::if_number<T> = 0>
    HIPIFY_BOTH __half &operator=(T number) {
        data = static_cast<_Float16>(number);
        return *this;
    }
#endif
    HIPIFY_BOTH operator __half_raw() const { return {data}; }
    HIPIFY_BOTH operator __half_raw() const volatile { return {data}; }
    HIPIFY_BOTH volatile __half &operator=(const __half_raw &raw) volatile {
        data = raw.data;
        return *this;
    }
    HIPIFY_BOTH __half &operator=(const __half_raw &raw) {
        data = raw.data;
        return *this;
    }
    HIPIFY_BOTH __half &operator=(const volatile __half_raw &raw) {
        data = raw.data;
        return *this;
    }
    HIPIFY_BOTH __half &operator=(volatile __half_raw &&raw) {
        data = raw.data;
        return *this;
    }
};

struct alignas(4) __half2 {
    union {
        struct {
            __half x, y;
        };
        _Float16_2 data;
    };

    __half2() = default;
    HIPIFY_BOTH constexpr __half2(const __half &low, const __half &high) : x(low), y(high) {}
    HIPIFY_BOTH constexpr __half2(const __half2_raw &raw) : x(raw.x), y(raw.y) {}
    HIPIFY_BOTH __half2(_Float16_2 pair) : data(pair) {}
    HIPIFY_BOTH operator _Float16_2() const { return data; }
    HIPIFY_BOTH operator __half2_raw() const {
        __half2_raw raw;
        raw.x = x;
        raw.y = y;
        return raw;
    }
};

typedef __half half;
typedef __half2 half2;

namespace hipify {

HIPIFY_BOTH __half half_of_bits(unsigned short bits) {
    __half made;
    made.__x = bits;
    return made;
}

template <>
struct sixteen<__half> {
    typedef __half2 pair;
    static constexpr unsigned short one = 0x3c00, nan = 0x7fff, infinity = 0x7c00;
    static HIPIFY_BOTH float to_float(__half x) { return static_cast<float>(x.data); }
    static HIPIFY_BOTH unsigned short to_bits(__half x) { return x.__x; }
    static HIPIFY_BOTH __half from_float(float x) { return __half_raw{static_cast<_Float16>(x)}; }
    static HIPIFY_BOTH __half from_double(double x) { return __half_raw{static_cast<_Float16>(x)}; }
    static HIPIFY_BOTH __half from_bits(unsigned short x) { return half_of_bits(x); }
};

}  // namespace hipify

#endif
