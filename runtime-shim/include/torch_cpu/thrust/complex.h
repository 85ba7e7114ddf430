// Thrust's complex numbers as far as c10's are made with them: the host's, under their name.
#pragma once
#include <complex>
namespace thrust {
template <class T> struct complex : std::complex<T> {
    using std::complex<T>::complex;
    complex() = default;
    constexpr complex(const std::complex<T> &other) : std::complex<T>(other) {}
    template <class U> constexpr explicit complex(const complex<U> &other) : std::complex<T>(T(other.real()), T(other.imag())) {}
    constexpr const std::complex<T> &host() const { return *this; }
};
template <class T> T abs(const complex<T> &x) { return std::abs(x.host()); }
template <class T> T arg(const complex<T> &x) { return std::arg(x.host()); }
template <class T> complex<T> polar(const T &r, const T &angle = T()) { return std::polar(r, angle); }
template <class T> complex<T> pow(const complex<T> &x, const complex<T> &y) { return std::pow(x.host(), y.host()); }
template <class T> complex<T> pow(const complex<T> &x, const T &y) { return std::pow(x.host(), y); }
template <class T> complex<T> pow(const T &x, const complex<T> &y) { return std::pow(x, y.host()); }
template <class T, class U> auto pow(const complex<T> &x, const complex<U> &y) { return complex<decltype(T() * U())>(std::pow(x.host(), y.host())); }
template <class T, class U> auto pow(const complex<T> &x, const U &y) { return complex<decltype(T() * U())>(std::pow(x.host(), y)); }
template <class T, class U> auto pow(const T &x, const complex<U> &y) { return complex<decltype(T() * U())>(std::pow(x, y.host())); }
#define HIPIFY_COMPLEX(name) \
    template <class T> complex<T> name(const complex<T> &x) { return std::name(x.host()); }
HIPIFY_COMPLEX(exp) HIPIFY_COMPLEX(log) HIPIFY_COMPLEX(log10) HIPIFY_COMPLEX(sqrt)
HIPIFY_COMPLEX(sin) HIPIFY_COMPLEX(cos) HIPIFY_COMPLEX(tan) HIPIFY_COMPLEX(asin) HIPIFY_COMPLEX(acos) HIPIFY_COMPLEX(atan)
HIPIFY_COMPLEX(sinh) HIPIFY_COMPLEX(cosh) HIPIFY_COMPLEX(tanh) HIPIFY_COMPLEX(asinh) HIPIFY_COMPLEX(acosh) HIPIFY_COMPLEX(atanh)
#undef HIPIFY_COMPLEX
}
