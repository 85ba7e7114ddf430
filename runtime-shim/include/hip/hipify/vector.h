// A vector of one to four elements, `HIP_vector_type<T, n>`: members x, y, z, w; two and four of them are aligned as a whole.
#ifndef HIPIFY_VECTOR_H
#define HIPIFY_VECTOR_H

#include <type_traits>

template <typename T, unsigned int n>
struct HIP_vector_base;

#ifdef __HIP__
// The elements as one vector of the compiler, as AMD's headers have them: `v.data`, `decltype(v)::Native_vec_`. Compilers take
// accesses to such a vector for accesses to its elements.
#define HIPIFY_NATIVE(T, n)                                                                                           \
    typedef T Native_vec_ __attribute__((ext_vector_type(n)));                                                        \
    __declspec(property(get = native, put = set_native)) Native_vec_ data;                                            \
    HIPIFY_BOTH Native_vec_ &native() noexcept { return reinterpret_cast<Native_vec_ &>(*this); }                     \
    HIPIFY_BOTH const Native_vec_ &native() const noexcept { return reinterpret_cast<const Native_vec_ &>(*this); }   \
    HIPIFY_BOTH void set_native(Native_vec_ given) noexcept { native() = given; }
// The compiler's vector of three elements is as large as that of four.
#define HIPIFY_NATIVE_3(T)                                                                         \
    typedef T Native_vec_ __attribute__((ext_vector_type(3)));                                     \
    __declspec(property(get = native, put = set_native)) Native_vec_ data;                         \
    HIPIFY_BOTH Native_vec_ native() const noexcept { return Native_vec_{x, y, z}; }               \
    HIPIFY_BOTH void set_native(Native_vec_ given) noexcept { x = given[0], y = given[1], z = given[2]; }
#else
#define HIPIFY_NATIVE(T, n)
#define HIPIFY_NATIVE_3(T)
#endif

// Programs may have bases of their own, of elements and lengths that these are not for, with storage by the name `data`.
template <typename T>
struct HIP_vector_base<T, 1> {
    typedef T value_type;
    T x;
    HIPIFY_NATIVE(T, 1)
    HIP_vector_base() = default;
    HIPIFY_BOTH constexpr explicit HIP_vector_base(T all) noexcept : x(all) {}
};

template <typename T>
struct alignas(2 * sizeof(T)) HIP_vector_base<T, 2> {
    typedef T value_type;
    T x, y;
    HIPIFY_NATIVE(T, 2)
    HIP_vector_base() = default;
    HIPIFY_BOTH constexpr explicit HIP_vector_base(T all) noexcept : x(all), y(all) {}
    HIPIFY_BOTH constexpr HIP_vector_base(T a, T b) noexcept : x(a), y(b) {}
};

template <typename T>
struct HIP_vector_base<T, 3> {
    typedef T value_type;
    T x, y, z;
    HIPIFY_NATIVE_3(T)
    HIP_vector_base() = default;
    HIPIFY_BOTH constexpr explicit HIP_vector_base(T all) noexcept : x(all), y(all), z(all) {}
    HIPIFY_BOTH constexpr HIP_vector_base(T a, T b, T c = T()) noexcept : x(a), y(b), z(c) {}
};

template <typename T>
struct alignas(4 * sizeof(T)) HIP_vector_base<T, 4> {
    typedef T value_type;
    T x, y, z, w;
    HIPIFY_NATIVE(T, 4)
    HIP_vector_base() = default;
    HIPIFY_BOTH constexpr explicit HIP_vector_base(T all) noexcept : x(all), y(all), z(all), w(all) {}
    HIPIFY_BOTH constexpr HIP_vector_base(T a, T b, T c = T(), T d = T()) noexcept : x(a), y(b), z(c), w(d) {}
};

template <typename T, unsigned int n>
struct HIP_vector_type : HIP_vector_base<T, n> {
    using typename HIP_vector_base<T, n>::value_type;

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

    HIPIFY_BOTH T &operator[](unsigned int i) noexcept { return reinterpret_cast<T *>(this)[i]; }
    HIPIFY_BOTH const T &operator[](unsigned int i) const noexcept { return reinterpret_cast<const T *>(this)[i]; }

    HIPIFY_BOTH HIP_vector_type &operator++() noexcept { return *this += HIP_vector_type(T(1)); }
    HIPIFY_BOTH HIP_vector_type &operator--() noexcept { return *this -= HIP_vector_type(T(1)); }
    HIPIFY_BOTH HIP_vector_type operator++(int) noexcept {
        HIP_vector_type before = *this;
        ++*this;
        return before;
    }
    HIPIFY_BOTH HIP_vector_type operator--(int) noexcept {
        HIP_vector_type before = *this;
        --*this;
        return before;
    }
};

#undef HIPIFY_NATIVE
#undef HIPIFY_NATIVE_3

#endif
