// Operators of 16-bit numbers and their pairs.
#ifndef HIPIFY_SIXTEEN_OPERATOR_H
#define HIPIFY_SIXTEEN_OPERATOR_H

#include <hip/hipify/sixteen_bit.h>

#define HIPIFY_SIXTEEN_ARITHMETIC(T, T2, name, op)                                                                         \
    HIPIFY_BOTH T operator op(const T &a, const T &b) { return __h##name(a, b); }                                          \
    HIPIFY_BOTH T2 operator op(const T2 &a, const T2 &b) { return T2(__h##name(a.x, b.x), __h##name(a.y, b.y)); }          \
    HIPIFY_BOTH T &operator op##=(T &a, const T &b) { return a = __h##name(a, b); }                                        \
    HIPIFY_BOTH T2 &operator op##=(T2 &a, const T2 &b) { return a = T2(__h##name(a.x, b.x), __h##name(a.y, b.y)); }

#define HIPIFY_SIXTEEN_COMPARES(T, op)                                                                                     \
    HIPIFY_BOTH bool operator op(const T &a, const T &b) { return hipify::to_float(a) op hipify::to_float(b); }

// Two pairs differ, as CUDA has it, where both parts do.
#define HIPIFY_SIXTEEN_OPERATORS(T, T2)                                                                                    \
    HIPIFY_SIXTEEN_ARITHMETIC(T, T2, add, +)                                                                               \
    HIPIFY_SIXTEEN_ARITHMETIC(T, T2, sub, -)                                                                               \
    HIPIFY_SIXTEEN_ARITHMETIC(T, T2, mul, *)                                                                               \
    HIPIFY_SIXTEEN_ARITHMETIC(T, T2, div, /)                                                                               \
    HIPIFY_SIXTEEN_COMPARES(T, ==)                                                                                         \
    HIPIFY_SIXTEEN_COMPARES(T, !=)                                                                                         \
    HIPIFY_SIXTEEN_COMPARES(T, <)                                                                                          \
    HIPIFY_SIXTEEN_COMPARES(T, <=)                                                                                         \
    HIPIFY_SIXTEEN_COMPARES(T, >)                                                                                          \
    HIPIFY_SIXTEEN_COMPARES(T, >=)                                                                                         \
    HIPIFY_BOTH bool operator==(const T2 &a, const T2 &b) { return a.x == b.x && a.y == b.y; }                             \
    HIPIFY_BOTH bool operator!=(const T2 &a, const T2 &b) { return a.x != b.x && a.y != b.y; }                             \
    HIPIFY_BOTH bool operator<(const T2 &a, const T2 &b) { return a.x < b.x && a.y < b.y; }                                \
    HIPIFY_BOTH bool operator<=(const T2 &a, const T2 &b) { return a.x <= b.x && a.y <= b.y; }                             \
    HIPIFY_BOTH bool operator>(const T2 &a, const T2 &b) { return a.x > b.x && a.y > b.y; }                                \
    HIPIFY_BOTH bool operator>=(const T2 &a, const T2 &b) { return a.x >= b.x && a.y >= b.y; }                             \
    HIPIFY_BOTH T operator+(const T &a) { return a; }                                                                      \
    HIPIFY_BOTH T operator-(const T &a) { return __hneg(a); }                                                              \
    HIPIFY_BOTH T2 operator+(const T2 &a) { return a; }                                                                    \
    HIPIFY_BOTH T2 operator-(const T2 &a) { return __hneg2(a); }                                                           \
    HIPIFY_BOTH T &operator++(T &a) { return a = a + hipify::sixteen<T>::from_float(1); }                                  \
    HIPIFY_BOTH T &operator--(T &a) { return a = a - hipify::sixteen<T>::from_float(1); }                                  \
    HIPIFY_BOTH T operator++(T &a, int) { T before = a; ++a; return before; }                                              \
    HIPIFY_BOTH T operator--(T &a, int) { T before = a; --a; return before; }                                              \
    HIPIFY_BOTH T2 &operator++(T2 &a) { ++a.x; ++a.y; return a; }                                                          \
    HIPIFY_BOTH T2 &operator--(T2 &a) { --a.x; --a.y; return a; }                                                          \
    HIPIFY_BOTH T2 operator++(T2 &a, int) { T2 before = a; ++a; return before; }                                           \
    HIPIFY_BOTH T2 operator--(T2 &a, int) { T2 before = a; --a; return before; }

#endif
