// Arithmetic and comparison of vectors, element by element; a scalar stands for a vector of equal elements.
#ifndef HIPIFY_VECTOR_OPERATOR_H
#define HIPIFY_VECTOR_OPERATOR_H

#include <hip/hipify/vector.h>

// `body` once an element; `i` is known to the compiler after unrolling.
#define HIPIFY_EACH(n, body) \
    for (unsigned int i = 0; i < n; ++i) { body; }

// With the template's arguments, calls mean these functions, never one of the program for a vector, which may give back nothing.
#define HIPIFY_ARITHMETIC(operator_name, assign_name, op, condition)                                             \
    template <typename T, unsigned int n, typename std::enable_if<condition>::type * = nullptr>                  \
    HIPIFY_BOTH HIP_vector_type<T, n> &assign_name(HIP_vector_type<T, n> &a,                                     \
                                                   const HIP_vector_type<T, n> &b) noexcept {                    \
        HIPIFY_EACH(n, a[i] = static_cast<T>(a[i] op b[i]))                                                      \
        return a;                                                                                                \
    }                                                                                                            \
    template <typename T, unsigned int n, typename U,                                                            \
              typename std::enable_if<(condition) && std::is_convertible<U, T>::value>::type * = nullptr>        \
    HIPIFY_BOTH HIP_vector_type<T, n> &assign_name(HIP_vector_type<T, n> &a, U b) noexcept {                     \
        return assign_name<T, n>(a, HIP_vector_type<T, n>(b));                                                   \
    }                                                                                                            \
    template <typename T, unsigned int n, typename std::enable_if<condition>::type * = nullptr>                  \
    HIPIFY_BOTH HIP_vector_type<T, n> operator_name(HIP_vector_type<T, n> a,                                     \
                                                    const HIP_vector_type<T, n> &b) noexcept {                   \
        return assign_name<T, n>(a, b);                                                                          \
    }                                                                                                            \
    template <typename T, unsigned int n, typename U,                                                            \
              typename std::enable_if<(condition) && std::is_convertible<U, T>::value>::type * = nullptr>        \
    HIPIFY_BOTH HIP_vector_type<T, n> operator_name(HIP_vector_type<T, n> a, U b) noexcept {                     \
        return assign_name<T, n>(a, HIP_vector_type<T, n>(b));                                                   \
    }                                                                                                            \
    template <typename T, unsigned int n, typename U,                                                            \
              typename std::enable_if<(condition) && std::is_convertible<U, T>::value>::type * = nullptr>        \
    HIPIFY_BOTH HIP_vector_type<T, n> operator_name(U a, const HIP_vector_type<T, n> &b) noexcept {              \
        HIP_vector_type<T, n> made(a);                                                                           \
        return assign_name<T, n>(made, b);                                                                       \
    }

HIPIFY_ARITHMETIC(operator+, operator+=, +, true)
HIPIFY_ARITHMETIC(operator-, operator-=, -, true)
HIPIFY_ARITHMETIC(operator*, operator*=, *, true)
HIPIFY_ARITHMETIC(operator/, operator/=, /, true)
HIPIFY_ARITHMETIC(operator%, operator%=, %, std::is_integral<T>::value)
HIPIFY_ARITHMETIC(operator&, operator&=, &, std::is_integral<T>::value)
HIPIFY_ARITHMETIC(operator|, operator|=, |, std::is_integral<T>::value)
HIPIFY_ARITHMETIC(operator^, operator^=, ^, std::is_integral<T>::value)
HIPIFY_ARITHMETIC(operator<<, operator<<=, <<, std::is_integral<T>::value)
HIPIFY_ARITHMETIC(operator>>, operator>>=, >>, std::is_integral<T>::value)

#undef HIPIFY_ARITHMETIC

template <typename T, unsigned int n>
HIPIFY_BOTH HIP_vector_type<T, n> operator-(HIP_vector_type<T, n> a) noexcept {
    HIPIFY_EACH(n, a[i] = static_cast<T>(-a[i]))
    return a;
}

template <typename T, unsigned int n, typename std::enable_if<std::is_integral<T>::value>::type * = nullptr>
HIPIFY_BOTH HIP_vector_type<T, n> operator~(HIP_vector_type<T, n> a) noexcept {
    HIPIFY_EACH(n, a[i] = static_cast<T>(~a[i]))
    return a;
}

template <typename T, unsigned int n>
HIPIFY_BOTH bool operator==(const HIP_vector_type<T, n> &a, const HIP_vector_type<T, n> &b) noexcept {
    bool same = true;
    HIPIFY_EACH(n, same = same && a[i] == b[i])
    return same;
}

template <typename T, unsigned int n, typename U,
          typename std::enable_if<std::is_convertible<U, T>::value>::type * = nullptr>
HIPIFY_BOTH bool operator==(const HIP_vector_type<T, n> &a, U b) noexcept {
    return a == HIP_vector_type<T, n>(b);
}

template <typename T, unsigned int n, typename U,
          typename std::enable_if<std::is_convertible<U, T>::value>::type * = nullptr>
HIPIFY_BOTH bool operator==(U a, const HIP_vector_type<T, n> &b) noexcept {
    return HIP_vector_type<T, n>(a) == b;
}

template <typename T, unsigned int n>
HIPIFY_BOTH bool operator!=(const HIP_vector_type<T, n> &a, const HIP_vector_type<T, n> &b) noexcept {
    return !(a == b);
}

template <typename T, unsigned int n, typename U,
          typename std::enable_if<std::is_convertible<U, T>::value>::type * = nullptr>
HIPIFY_BOTH bool operator!=(const HIP_vector_type<T, n> &a, U b) noexcept {
    return !(a == b);
}

template <typename T, unsigned int n, typename U,
          typename std::enable_if<std::is_convertible<U, T>::value>::type * = nullptr>
HIPIFY_BOTH bool operator!=(U a, const HIP_vector_type<T, n> &b) noexcept {
    return !(a == b);
}

#undef HIPIFY_EACH

#endif
