// The older number of 16 bits with float's range, `hip_bfloat16`, which computes as float.
#ifndef HIP_INCLUDE_HIP_HIP_BFLOAT16_H
#define HIP_INCLUDE_HIP_HIP_BFLOAT16_H

#if defined(__HIP__) && defined(__cplusplus)
#include <hip/hip_runtime.h>
#include <hip/hipify/bfloat16.h>
#ifndef __HIPCC_RTC__
#include <iosfwd>
#endif

struct hip_bfloat16 {
    unsigned short data;

    enum truncate_t { truncate };

    hip_bfloat16() = default;
    HIPIFY_BOTH explicit hip_bfloat16(float number) : data(hipify::bfloat16_of_float(number)) {}
    HIPIFY_BOTH explicit hip_bfloat16(float number, truncate_t)
        : data(hipify::bfloat16_of_float(number, hipify::toward_zero)) {}
    HIPIFY_BOTH operator float() const { return hipify::float_of_bfloat16(data); }
    HIPIFY_BOTH hip_bfloat16 &operator=(const float &number) {
        data = hipify::bfloat16_of_float(number);
        return *this;
    }
    HIPIFY_BOTH explicit operator bool() const { return (data & 0x7fff) != 0; }
    HIPIFY_BOTH static hip_bfloat16 round_to_bfloat16(float number) { return hip_bfloat16(number); }
    HIPIFY_BOTH static hip_bfloat16 round_to_bfloat16(float number, truncate_t) { return hip_bfloat16(number, truncate); }
};

#define HIPIFY_OPERATOR(op)                                                                      \
    HIPIFY_BOTH hip_bfloat16 operator op(hip_bfloat16 a, hip_bfloat16 b) {                       \
        return hip_bfloat16(static_cast<float>(a) op static_cast<float>(b));                     \
    }                                                                                            \
    HIPIFY_BOTH hip_bfloat16 &operator op##=(hip_bfloat16 &a, hip_bfloat16 b) { return a = a op b; }
#define HIPIFY_COMPARISON(op)                                                                    \
    HIPIFY_BOTH bool operator op(hip_bfloat16 a, hip_bfloat16 b) {                               \
        return static_cast<float>(a) op static_cast<float>(b);                                   \
    }
HIPIFY_OPERATOR(+)
HIPIFY_OPERATOR(-)
HIPIFY_OPERATOR(*)
HIPIFY_OPERATOR(/)
HIPIFY_COMPARISON(==)
HIPIFY_COMPARISON(!=)
HIPIFY_COMPARISON(<)
HIPIFY_COMPARISON(<=)
HIPIFY_COMPARISON(>)
HIPIFY_COMPARISON(>=)
#undef HIPIFY_OPERATOR
#undef HIPIFY_COMPARISON

HIPIFY_BOTH hip_bfloat16 operator+(hip_bfloat16 a) { return a; }
HIPIFY_BOTH hip_bfloat16 operator-(hip_bfloat16 a) {
    a.data ^= 0x8000;
    return a;
}

#ifndef __HIPCC_RTC__
// A template, so that streams need not be complete here.
template <typename Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &stream, const hip_bfloat16 &number) {
    return stream << static_cast<float>(number);
}
#endif
HIPIFY_BOTH hip_bfloat16 &operator++(hip_bfloat16 &a) { return a += hip_bfloat16(1.0f); }
HIPIFY_BOTH hip_bfloat16 &operator--(hip_bfloat16 &a) { return a -= hip_bfloat16(1.0f); }
HIPIFY_BOTH hip_bfloat16 operator++(hip_bfloat16 &a, int) {
    hip_bfloat16 before = a;
    ++a;
    return before;
}
HIPIFY_BOTH hip_bfloat16 operator--(hip_bfloat16 &a, int) {
    hip_bfloat16 before = a;
    --a;
    return before;
}

namespace std {
HIPIFY_BOTH bool isinf(hip_bfloat16 a) { return (a.data & 0x7fff) == 0x7f80; }
HIPIFY_BOTH bool isnan(hip_bfloat16 a) { return (a.data & 0x7fff) > 0x7f80; }
HIPIFY_BOTH bool iszero(hip_bfloat16 a) { return (a.data & 0x7fff) == 0; }
}  // namespace std

#else

#include <stdint.h>
typedef struct {
    uint16_t data;
} hip_bfloat16;

#endif

#endif
