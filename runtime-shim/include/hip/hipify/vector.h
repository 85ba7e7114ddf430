// A vector of one to four elements, `HIP_vector_type<T, n>`: members x, y, z, w; two and four of them are aligned as a whole.
#ifndef HIPIFY_VECTOR_H
#define HIPIFY_VECTOR_H

#include <type_traits>

template <typename T, unsigned int n>
struct HIP_vector_base;

template <typename T>
struct HIP_vector_base<T, 1> {
    typedef T value_type;
    T x;
    HIP_vector_base() = default;
    HIPIFY_BOTH constexpr explicit HIP_vector_base(T all) noexcept : x(all) {}
};

template <typename T>
struct alignas(2 * sizeof(T)) HIP_vector_base<T, 2> {
    typedef T value_type;
    T x, y;
    HIP_vector_base() = default;
    HIPIFY_BOTH constexpr explicit HIP_vector_base(T all) noexcept : x(all), y(all) {}
    HIPIFY_BOTH constexpr HIP_vector_base(T a, T b) noexcept : x(a), y(b) {}
};

template <typename T>
struct HIP_vector_base<T, 3> {
    typedef T value_type;
    T x, y, z;
    HIP_vector_base() = default;
    HIPIFY_BOTH constexpr explicit HIP_vector_base(T all) noexcept : x(all), y(all), z(all) {}
    HIPIFY_BOTH constexpr HIP_vector_base(T a, T b, T c = T()) noexcept : x(a), y(b), z(c) {}
};

template <typename T>
struct alignas(4 * sizeof(T)) HIP_vector_base<T, 4> {
    typedef T value_type;
    T x, y, z, w;
    HIP_vector_base() = default;
    HIPIFY_BOTH constexpr explicit HIP_vector_base(T all) noexcept : x(all), y(all), z(all), w(all) {}
    HIPIFY_BOTH constexpr HIP_vector_base(T a, T b, T c = T(), T d = T()) noexcept : x(a), y(b), z(c), w(d) {}
};

#ifdef __HIP__
// The elements as one vector of the compiler, as AMD's headers have them: `v.data`, `decltype(v)::Native_vec_`.
#define HIPIFY_NATIVE(T, n)                                                                        \
    typedef T Native_vec_ __attribute__((ext_vector_type(n)));                                     \
    __declspec(property(get = native, put = set_native)) Native_vec_ data;                         \
    HIPIFY_BOTH Native_vec_ native() const noexcept {                                              \
        Native_vec_ made;                                                                          \
        for (unsigned int i = 0; i < n; ++i) made[i] = (&this->x)[i];                              \
        return made;                                                                               \
    }                                                                                              \
    HIPIFY_BOTH void set_native(Native_vec_ given) noexcept {                                      \
        for (unsigned int i = 0; i < n; ++i) (&this->x)[i] = given[i];                             \
    }
#else
#define HIPIFY_NATIVE(T, n)
#endif

template <typename T, unsigned int n>
struct HIP_vector_type : HIP_vector_base<T, n> {
    using typename HIP_vector_base<T, n>::value_type;
    HIPIFY_NATIVE(T, n)

    HIP_vector_type() = default;

    /// All elements the same.
    template <typename U, typename std::enable_if<std::is_convertible<U, T>::value>::type * = nullptr>
    HIPIFY_BOTH constexpr HIP_vector_type(U all) noexcept : HIP_vector_base<T, n>(static_cast<T>(all)) {}

    /// One value an element; those that are not given are zero.
    template <typename U, typename V, typename... W,
              typename std::enable_if<(n > 1) && sizeof...(W) + 2 <= n && std::is_convertible<U, T>::value &&
                                      std::is_convertible<V, T>::value>::type * = nullptr>
    HIPIFY_BOTH constexpr HIP_vector_type(U first, V second, W... more) noexcept
        : HIP_vector_base<T, n>(static_cast<T>(first), static_cast<T>(second), static_cast<T>(more)...) {}

    HIPIFY_BOTH T &operator[](unsigned int i) noexcept { return (&this->x)[i]; }
    HIPIFY_BOTH const T &operator[](unsigned int i) const noexcept { return (&this->x)[i]; }
};

#undef HIPIFY_NATIVE

#endif
