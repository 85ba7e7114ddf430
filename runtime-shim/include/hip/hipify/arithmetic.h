// Types of numbers.
#ifndef HIPIFY_ARITHMETIC_H
#define HIPIFY_ARITHMETIC_H

namespace hipify {

/// What `std::is_arithmetic` says of the language's types. Programs give that one meanings for types of their own, which they must
/// do before it is asked: conversions of our classes do not ask it.
template <typename T>
struct is_arithmetic {
    static constexpr bool value = __is_arithmetic(T);
};
template <>
struct is_arithmetic<_Float16> {
    static constexpr bool value = false;
};

}  // namespace hipify

#endif
