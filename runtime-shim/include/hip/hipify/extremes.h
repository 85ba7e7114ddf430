// `min` and `max` of numbers, in the types that CUDA computes in: CUDA has an overload for two integers of either sign, and for
// float beside double. AMD's headers send mixed integers through double, and on the host everything through `int`.
#ifndef HIPIFY_EXTREMES_H
#define HIPIFY_EXTREMES_H

#include "qualifiers.h"

namespace hipify {

template <typename T, typename U, bool are_numbers = __is_arithmetic(T) && __is_arithmetic(U)>
struct extreme_type {};
// Two integers meet in the type of their sum. CUDA has no overload for an integer beside a floating point number, AMD's give double.
template <typename T, typename U>
struct extreme_type<T, U, true> {
    template <typename Sum, bool is_mixed>
    struct type_of { typedef Sum type; };
    template <typename Sum>
    struct type_of<Sum, true> { typedef double type; };
    typedef typename type_of<decltype(T() + U()), __is_integral(T) != __is_integral(U)>::type type;
};

template <typename T, bool is_small = __is_integral(T) && (sizeof(T) < sizeof(int))>
struct small_extreme_type {};
template <typename T>
struct small_extreme_type<T, true> { typedef int type; };

}  // namespace hipify

#define HIPIFY_EXTREME_AS(Result, T, U)                                                                                \
    HIPIFY_PREFERRED_BOTH constexpr Result min(T a, U b) {                                                             \
        return static_cast<Result>(b) < static_cast<Result>(a) ? static_cast<Result>(b) : static_cast<Result>(a);      \
    }                                                                                                                  \
    HIPIFY_PREFERRED_BOTH constexpr Result max(T a, U b) {                                                             \
        return static_cast<Result>(a) < static_cast<Result>(b) ? static_cast<Result>(b) : static_cast<Result>(a);      \
    }
#define HIPIFY_EXTREMES_OF(Signed)                                                                                     \
    HIPIFY_EXTREME_AS(Signed, Signed, Signed)                                                                          \
    HIPIFY_EXTREME_AS(unsigned Signed, unsigned Signed, unsigned Signed)                                               \
    HIPIFY_EXTREME_AS(unsigned Signed, Signed, unsigned Signed)                                                        \
    HIPIFY_EXTREME_AS(unsigned Signed, unsigned Signed, Signed)
HIPIFY_EXTREMES_OF(int)
HIPIFY_EXTREMES_OF(long)
HIPIFY_EXTREMES_OF(long long)
#undef HIPIFY_EXTREMES_OF

// A NaN gives way to the other.
#define HIPIFY_FLOATING_EXTREMES(Result, T, U, suffix)                                                                 \
    HIPIFY_PREFERRED_BOTH constexpr Result min(T a, U b) { return __builtin_fmin##suffix(a, b); }                      \
    HIPIFY_PREFERRED_BOTH constexpr Result max(T a, U b) { return __builtin_fmax##suffix(a, b); }
HIPIFY_FLOATING_EXTREMES(float, float, float, f)
HIPIFY_FLOATING_EXTREMES(double, double, double, )
HIPIFY_FLOATING_EXTREMES(double, float, double, )
HIPIFY_FLOATING_EXTREMES(double, double, float, )
#undef HIPIFY_FLOATING_EXTREMES

// All that CUDA promotes, or has no overload for.
#define HIPIFY_OTHER_EXTREMES(name)                                                                                    \
    template <typename T>                                                                                              \
    HIPIFY_PREFERRED_BOTH constexpr typename hipify::small_extreme_type<T>::type name(T a, T b) {                      \
        return name(static_cast<int>(a), static_cast<int>(b));                                                         \
    }                                                                                                                  \
    template <typename T, typename U>                                                                                  \
    HIPIFY_PREFERRED_BOTH constexpr typename hipify::extreme_type<T, U>::type name(T a, U b) {                         \
        typedef typename hipify::extreme_type<T, U>::type Result;                                                      \
        return name(static_cast<Result>(a), static_cast<Result>(b));                                                   \
    }
HIPIFY_OTHER_EXTREMES(min)
HIPIFY_OTHER_EXTREMES(max)
#undef HIPIFY_OTHER_EXTREMES
#undef HIPIFY_EXTREME_AS

#endif
