// What kernels ported from CUDA Fortran need of Fortran: arrays, intrinsic procedures, launches.
#ifndef GPUFORT_HPP
#define GPUFORT_HPP

#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>

#define GPUFORT_BOTH __host__ __device__ inline __attribute__((always_inline))
#define GPUFORT_DEVICE __device__ inline __attribute__((always_inline))

// What cudaforSetDefaultStream set; not there in programs that never call it.
extern "C" void *gpufort_default_stream __attribute__((weak));

namespace gpufort {

// ---- arrays: column-major, subscripts from the lower bound; `at` counts from 0 ----

// An array argument as Fortran's compilers pass it to C (the part of CFI_cdesc_t that gfortran's and flang's share).
struct array_argument {
  void *address;
  size_t element;
  int version;
  int8_t rank, reserved[3];
  struct { int64_t lower, extent, stride; } dim[];
};

// One dimension of an array, `lower:upper`; what lies the wrong way round is empty.
struct range {
  int64_t lower, upper;
  GPUFORT_BOTH range(int64_t last) : lower(1), upper(last) {}
  GPUFORT_BOTH range(int64_t first, int64_t last) : lower(first), upper(last) {}
  GPUFORT_BOTH int64_t extent() const { return upper < lower ? 0 : upper - lower + 1; }
};

// The last dimension of an array of assumed size.
GPUFORT_BOTH range assumed(int64_t lower = 1) { return range(lower, lower - 1); }

// A section's subscripts `first:last:step`.
struct triplet {
  int64_t first, last, step;
  GPUFORT_BOTH triplet(int64_t f, int64_t l, int64_t s = 1) : first(f), last(l), step(s) {}
  GPUFORT_BOTH int64_t extent() const {
    const int64_t count = (last - first + step) / step;
    return count < 0 ? 0 : count;
  }
};

// What every array has, from `lower_of`, `extent_of` and `stride_of` (bytes) by dimension, counted from 0.
template <class Self, int R> struct shaped {
  GPUFORT_BOTH const Self &self() const { return static_cast<const Self &>(*this); }
  GPUFORT_BOTH int64_t size(int dim) const { return self().extent_of(dim - 1); }
  GPUFORT_BOTH int64_t size() const {
    int64_t all = 1;
    for (int dim = 0; dim < R; ++dim) all *= self().extent_of(dim);
    return all;
  }
  GPUFORT_BOTH int64_t lbound(int dim) const { return self().extent_of(dim - 1) == 0 ? 1 : self().lower_of(dim - 1); }
  GPUFORT_BOTH int64_t ubound(int dim) const {
    const int64_t extent = self().extent_of(dim - 1);
    return extent == 0 ? 0 : self().lower_of(dim - 1) + extent - 1;
  }
};

// Elements that lie together: arrays of explicit shape and assumed size.
template <class T, int R> struct array : shaped<array<T, R>, R> {
  using element = T;
  static constexpr int rank = R;
  T *data;
  int64_t lower[R], extent[R];

  GPUFORT_BOTH array() : data(nullptr) {}
  template <class... D> GPUFORT_BOTH array(T *address, D... dims) : data(address) {
    static_assert(sizeof...(D) == R);
    const range list[] = {range(dims)...};
    for (int dim = 0; dim < R; ++dim) {
      lower[dim] = list[dim].lower;
      extent[dim] = list[dim].extent();
    }
  }
  // An optional argument that is left out has no descriptor.
  explicit array(const array_argument *from, const int64_t *lowers = nullptr)
      : data(from ? static_cast<T *>(from->address) : nullptr) {
    for (int dim = 0; dim < R; ++dim) {
      lower[dim] = lowers ? lowers[dim] : 1;
      extent[dim] = from ? from->dim[dim].extent : 0;
    }
  }
  GPUFORT_BOTH int64_t lower_of(int dim) const { return lower[dim]; }
  GPUFORT_BOTH int64_t extent_of(int dim) const { return extent[dim]; }
  GPUFORT_BOTH int64_t stride_of(int dim) const {
    int64_t stride = sizeof(T);
    for (int one = 0; one < dim; ++one) stride *= extent[one];
    return stride;
  }
  template <class... I> GPUFORT_BOTH T &operator()(I... index) const {
    static_assert(sizeof...(I) == R);
    const int64_t at[] = {int64_t(index)...};
    int64_t offset = at[R - 1] - lower[R - 1];
    for (int dim = R - 2; dim >= 0; --dim) offset = offset * extent[dim] + (at[dim] - lower[dim]);
    return data[offset];
  }
  template <class... I> GPUFORT_BOTH T &at(I... index) const {
    const int64_t at[] = {int64_t(index)...};
    int64_t offset = at[R - 1];
    for (int dim = R - 2; dim >= 0; --dim) offset = offset * extent[dim] + at[dim];
    return data[offset];
  }
};

// Elements with any distance: arrays of assumed shape, sections, allocatables and pointers of modules.
template <class T, int R> struct strided : shaped<strided<T, R>, R> {
  using element = T;
  static constexpr int rank = R;
  T *data;
  int64_t lower[R], extent[R], stride[R];

  GPUFORT_BOTH strided() : data(nullptr) {}
  // An array of another class, with lower bounds of 1; a copy of this class keeps its own.
  template <class A, class = std::enable_if_t<A::rank == R && !std::is_same_v<std::remove_const_t<A>, strided>>> GPUFORT_BOTH strided(A &other) : data(address_of(other)) {
    for (int dim = 0; dim < R; ++dim) {
      lower[dim] = 1;
      extent[dim] = other.extent_of(dim);
      stride[dim] = other.stride_of(dim);
    }
  }
  explicit strided(const array_argument *from, const int64_t *lowers = nullptr)
      : data(from ? static_cast<T *>(from->address) : nullptr) {
    for (int dim = 0; dim < R; ++dim) {
      lower[dim] = lowers ? lowers[dim] : 1;
      extent[dim] = from ? from->dim[dim].extent : 0;
      stride[dim] = from ? from->dim[dim].stride : 0;
    }
  }
  template <class A> static GPUFORT_BOTH T *address_of(A &other) { return const_cast<T *>(&other.data[0]); }
  // The same elements counted from other lower bounds.
  template <class... I> GPUFORT_BOTH strided from(I... bounds) const {
    strided same = *this;
    const int64_t list[] = {int64_t(bounds)...};
    for (int dim = 0; dim < R; ++dim) same.lower[dim] = list[dim];
    return same;
  }
  GPUFORT_BOTH int64_t lower_of(int dim) const { return lower[dim]; }
  GPUFORT_BOTH int64_t extent_of(int dim) const { return extent[dim]; }
  GPUFORT_BOTH int64_t stride_of(int dim) const { return stride[dim]; }
  template <class... I> GPUFORT_BOTH T &operator()(I... index) const {
    static_assert(sizeof...(I) == R);
    const int64_t at[] = {int64_t(index)...};
    int64_t offset = 0;
    for (int dim = 0; dim < R; ++dim) offset += (at[dim] - lower[dim]) * stride[dim];
    return *reinterpret_cast<T *>(reinterpret_cast<char *>(data) + offset);
  }
  template <class... I> GPUFORT_BOTH T &at(I... index) const {
    const int64_t at[] = {int64_t(index)...};
    int64_t offset = 0;
    for (int dim = 0; dim < R; ++dim) offset += at[dim] * stride[dim];
    return *reinterpret_cast<T *>(reinterpret_cast<char *>(data) + offset);
  }
};

// Constant bounds of a dimension.
template <int64_t Lower, int64_t Upper> struct bounds {
  static constexpr int64_t lower = Lower, extent = Upper < Lower ? 0 : Upper - Lower + 1;
};

// An array that is its elements: local, shared and component arrays of constant shape.
template <class T, class... D> struct fixed : shaped<fixed<T, D...>, sizeof...(D)> {
  using element = T;
  static constexpr int rank = sizeof...(D);
  static constexpr int64_t count = (D::extent * ... * 1);
  T data[count == 0 ? 1 : count];

  static GPUFORT_BOTH constexpr int64_t lower_of(int dim) {
    constexpr int64_t list[] = {D::lower...};
    return list[dim];
  }
  static GPUFORT_BOTH constexpr int64_t extent_of(int dim) {
    constexpr int64_t list[] = {D::extent...};
    return list[dim];
  }
  static GPUFORT_BOTH constexpr int64_t stride_of(int dim) {
    constexpr int64_t list[] = {D::extent...};
    int64_t stride = sizeof(T);
    for (int one = 0; one < dim; ++one) stride *= list[one];
    return stride;
  }
  template <class... I> static GPUFORT_BOTH constexpr int64_t offset(I... index) {
    constexpr int64_t lower[] = {D::lower...}, extent[] = {D::extent...};
    const int64_t at[] = {int64_t(index)...};
    int64_t sum = at[rank - 1] - lower[rank - 1];
    for (int dim = rank - 2; dim >= 0; --dim) sum = sum * extent[dim] + (at[dim] - lower[dim]);
    return sum;
  }
  template <class... I> GPUFORT_BOTH T &operator()(I... index) { return data[offset(index...)]; }
  template <class... I> GPUFORT_BOTH const T &operator()(I... index) const { return data[offset(index...)]; }
  template <class... I> GPUFORT_BOTH T &at(I... index) { return data[place(index...)]; }
  template <class... I> GPUFORT_BOTH const T &at(I... index) const { return data[place(index...)]; }

private:
  template <class... I> static GPUFORT_BOTH constexpr int64_t place(I... index) {
    constexpr int64_t extent[] = {D::extent...};
    const int64_t at[] = {int64_t(index)...};
    int64_t sum = at[rank - 1];
    for (int dim = rank - 2; dim >= 0; --dim) sum = sum * extent[dim] + at[dim];
    return sum;
  }
};

// ---- strings: `character(len=N)`; compared and assigned as if blanks followed for ever ----

// Characters that lie elsewhere: a string of any length, a part of one.
struct text_view {
  char *data;
  int64_t size;
  text_view(const text_view &) = default;
  GPUFORT_BOTH text_view(const char *d, int64_t s) : data(const_cast<char *>(d)), size(s < 0 ? 0 : s) {}
  GPUFORT_BOTH text_view &operator=(const text_view &value);
  template <class B> GPUFORT_BOTH text_view &operator=(const B &value);
  GPUFORT_BOTH operator char() const { return size == 0 ? ' ' : data[0]; }
};

template <int64_t N> struct text {
  char data[N == 0 ? 1 : N];
  template <class B> GPUFORT_BOTH text &operator=(const B &value);
  GPUFORT_BOTH operator char() const { return N == 0 ? ' ' : data[0]; }
};

GPUFORT_BOTH text_view view(text_view value) { return value; }
GPUFORT_BOTH text_view view(const char &value) { return text_view(&value, 1); }
template <int64_t N> GPUFORT_BOTH text_view view(const text<N> &value) { return text_view(value.data, N); }

// Where the two overlap, what was there before is meant.
GPUFORT_BOTH void assign(text_view to, text_view from) {
  const bool backwards = from.data < to.data;
  for (int64_t step = 0; step < to.size; ++step) {
    const int64_t at = backwards ? to.size - 1 - step : step;
    to.data[at] = at < from.size ? from.data[at] : ' ';
  }
}

GPUFORT_BOTH text_view &text_view::operator=(const text_view &value) {
  assign(*this, value);
  return *this;
}

template <class B> GPUFORT_BOTH text_view &text_view::operator=(const B &value) {
  assign(*this, view(value));
  return *this;
}

template <int64_t N> template <class B> GPUFORT_BOTH text<N> &text<N>::operator=(const B &value) {
  assign(text_view(data, N), view(value));
  return *this;
}

// A value as a string of type T.
template <class T, class B> GPUFORT_BOTH T fitted(const B &value) {
  T made;
  made = value;
  return made;
}

template <size_t N> GPUFORT_BOTH text<int64_t(N) - 1> text_of(const char (&literal)[N]) {
  return fitted<text<int64_t(N) - 1>>(text_view(literal, int64_t(N) - 1));
}

// The characters first:last.
template <class A> GPUFORT_BOTH text_view part(const A &whole, int64_t first, int64_t last) {
  return text_view(view(whole).data + (first - 1), last - first + 1);
}
template <class A> GPUFORT_BOTH text_view part(const A &whole, int64_t first) { return part(whole, first, view(whole).size); }

template <class A> GPUFORT_BOTH int len_trim(const A &value) {
  const text_view text = view(value);
  int64_t size = text.size;
  while (size > 0 && text.data[size - 1] == ' ') --size;
  return int(size);
}

GPUFORT_BOTH int compare(text_view a, text_view b) {
  for (int64_t at = 0; at < a.size || at < b.size; ++at) {
    const int left = static_cast<unsigned char>(at < a.size ? a.data[at] : ' ');
    const int right = static_cast<unsigned char>(at < b.size ? b.data[at] : ' ');
    if (left != right) return left - right;
  }
  return 0;
}

template <class T> struct is_text : std::false_type {};
template <> struct is_text<text_view> : std::true_type {};
template <int64_t N> struct is_text<text<N>> : std::true_type {};
template <class A, class B> using if_text = std::enable_if_t<is_text<A>::value || is_text<B>::value, bool>;

template <class A, class B> GPUFORT_BOTH if_text<A, B> operator==(const A &a, const B &b) { return compare(view(a), view(b)) == 0; }
template <class A, class B> GPUFORT_BOTH if_text<A, B> operator!=(const A &a, const B &b) { return compare(view(a), view(b)) != 0; }
template <class A, class B> GPUFORT_BOTH if_text<A, B> operator<(const A &a, const B &b) { return compare(view(a), view(b)) < 0; }
template <class A, class B> GPUFORT_BOTH if_text<A, B> operator<=(const A &a, const B &b) { return compare(view(a), view(b)) <= 0; }
template <class A, class B> GPUFORT_BOTH if_text<A, B> operator>(const A &a, const B &b) { return compare(view(a), view(b)) > 0; }
template <class A, class B> GPUFORT_BOTH if_text<A, B> operator>=(const A &a, const B &b) { return compare(view(a), view(b)) >= 0; }

// The same elements, counted from 1.
template <class T, class... D> GPUFORT_BOTH auto from_one(const fixed<T, D...> &array) {
  fixed<T, bounds<1, D::extent>...> same;
  for (int64_t at = 0; at < array.count; ++at) same.data[at] = array.data[at];
  return same;
}

// The section that subscripts and triplets name, with lower bounds of 1.
template <class A, class... S> GPUFORT_BOTH auto section(A &whole, S... subscripts) {
  constexpr int kept = ((std::is_same_v<S, triplet> ? 1 : 0) + ... + 0);
  using T = std::remove_const_t<typename A::element>;
  strided<T, kept> part;
  int64_t offset = 0;
  int dim = 0, out = 0;
  auto take = [&](auto subscript) {
    if constexpr (std::is_same_v<decltype(subscript), triplet>) {
      offset += (subscript.first - whole.lower_of(dim)) * whole.stride_of(dim);
      part.lower[out] = 1;
      part.extent[out] = subscript.extent();
      part.stride[out] = subscript.step * whole.stride_of(dim);
      ++out;
    } else {
      offset += (int64_t(subscript) - whole.lower_of(dim)) * whole.stride_of(dim);
    }
    ++dim;
  };
  (take(subscripts), ...);
  part.data = reinterpret_cast<T *>(reinterpret_cast<char *>(const_cast<T *>(&whole.data[0])) + offset);
  return part;
}

// The address of an array's first element, for a procedure that takes it as contiguous; stops where it is not.
template <class A> GPUFORT_DEVICE auto contiguous(A &whole) {
  using T = std::remove_const_t<typename A::element>;
  int64_t stride = sizeof(T);
  for (int dim = 0; dim < A::rank; ++dim) {
    if (whole.extent_of(dim) != 1 && whole.stride_of(dim) != stride) {
      printf("a section that is not contiguous is passed to a procedure that needs it to be\n");
      __builtin_trap();
    }
    stride *= whole.extent_of(dim);
  }
  return const_cast<T *>(&whole.data[0]);
}

// ---- coordinates, from 1 ----

struct index3 { int x, y, z; };
GPUFORT_DEVICE index3 thread_index() { return {int(threadIdx.x) + 1, int(threadIdx.y) + 1, int(threadIdx.z) + 1}; }
GPUFORT_DEVICE index3 block_index() { return {int(blockIdx.x) + 1, int(blockIdx.y) + 1, int(blockIdx.z) + 1}; }
GPUFORT_DEVICE index3 block_size() { return {int(blockDim.x), int(blockDim.y), int(blockDim.z)}; }
GPUFORT_DEVICE index3 grid_size() { return {int(gridDim.x), int(gridDim.y), int(gridDim.z)}; }
// The lane in CUDA's warp of 32 threads, from 1.
GPUFORT_DEVICE int lane() {
  return int((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32) + 1;
}

// ---- loops ----

// How often `do i = from, to, step` runs.
GPUFORT_BOTH int64_t trips(int64_t from, int64_t to, int64_t step) {
  const int64_t count = (to - from + step) / step;
  return count < 0 ? 0 : count;
}
GPUFORT_BOTH int64_t real_trips(double from, double to, double step) {
  const double count = trunc((to - from + step) / step);
  return count < 0 ? 0 : int64_t(count);
}

// ---- complex numbers: two parts side by side ----

template <class T> struct complex {
  T re, im;
  complex() = default;
  GPUFORT_BOTH constexpr complex(T real, T imaginary = 0) : re(real), im(imaginary) {}
  template <class U> GPUFORT_BOTH constexpr complex(const complex<U> &other) : re(T(other.re)), im(T(other.im)) {}
  friend GPUFORT_BOTH complex operator+(complex a, complex b) { return {a.re + b.re, a.im + b.im}; }
  friend GPUFORT_BOTH complex operator-(complex a, complex b) { return {a.re - b.re, a.im - b.im}; }
  friend GPUFORT_BOTH complex operator-(complex a) { return {-a.re, -a.im}; }
  friend GPUFORT_BOTH complex operator*(complex a, complex b) {
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
  }
  // Smith's method, which does not overflow where the quotient does not.
  friend GPUFORT_BOTH complex operator/(complex a, complex b) {
    if ((b.re < 0 ? -b.re : b.re) < (b.im < 0 ? -b.im : b.im)) {
      const T ratio = b.re / b.im, scale = b.re * ratio + b.im;
      return {(a.re * ratio + a.im) / scale, (a.im * ratio - a.re) / scale};
    }
    const T ratio = b.im / b.re, scale = b.im * ratio + b.re;
    return {(a.im * ratio + a.re) / scale, (a.im - a.re * ratio) / scale};
  }
  friend GPUFORT_BOTH bool operator==(complex a, complex b) { return a.re == b.re && a.im == b.im; }
  friend GPUFORT_BOTH bool operator!=(complex a, complex b) { return !(a == b); }
};
template <class T> GPUFORT_BOTH complex<T> conjg(complex<T> z) { return {z.re, -z.im}; }
template <class T> GPUFORT_DEVICE T abs(complex<T> z) { return hypot(z.re, z.im); }
template <class T> GPUFORT_DEVICE T arg(complex<T> z) { return atan2(z.im, z.re); }
template <class T> GPUFORT_DEVICE complex<T> exp(complex<T> z) {
  const T size = ::exp(z.re);
  return {size * ::cos(z.im), size * ::sin(z.im)};
}
template <class T> GPUFORT_DEVICE complex<T> log(complex<T> z) { return {::log(abs(z)), arg(z)}; }
template <class T> GPUFORT_DEVICE complex<T> sqrt(complex<T> z) {
  const T size = abs(z);
  if (size == 0) return {0, z.im};
  const T root = ::sqrt((size + (z.re < 0 ? -z.re : z.re)) / 2), other = z.im / (2 * root);
  if (z.re >= 0) return {root, other};
  return z.im < 0 ? complex<T>{-other, -root} : complex<T>{other, root};
}
template <class T> GPUFORT_DEVICE complex<T> sinh(complex<T> z) {
  return {::sinh(z.re) * ::cos(z.im), ::cosh(z.re) * ::sin(z.im)};
}
template <class T> GPUFORT_DEVICE complex<T> cosh(complex<T> z) {
  return {::cosh(z.re) * ::cos(z.im), ::sinh(z.re) * ::sin(z.im)};
}
template <class T> GPUFORT_DEVICE complex<T> sin(complex<T> z) {
  return {::sin(z.re) * ::cosh(z.im), ::cos(z.re) * ::sinh(z.im)};
}
template <class T> GPUFORT_DEVICE complex<T> cos(complex<T> z) {
  return {::cos(z.re) * ::cosh(z.im), -(::sin(z.re) * ::sinh(z.im))};
}

// ---- numbers ----

template <class T> GPUFORT_BOTH T max(T a, T b) { return a > b ? a : b; }
template <class T> GPUFORT_BOTH T min(T a, T b) { return a < b ? a : b; }
template <class T, class... U> GPUFORT_BOTH T max(T a, T b, U... rest) { return max(max(a, b), rest...); }
template <class T, class... U> GPUFORT_BOTH T min(T a, T b, U... rest) { return min(min(a, b), rest...); }
template <class T> GPUFORT_BOTH T abs(T a) { return a < 0 ? T(-a) : a; }
template <class T> GPUFORT_BOTH T sign(T a, T b) { return b < 0 ? T(-abs(a)) : abs(a); }
template <class T> GPUFORT_BOTH T dim(T a, T b) { return a > b ? T(a - b) : T(0); }
template <class T> GPUFORT_DEVICE T modulo(T a, T p) {
  if constexpr (std::is_floating_point_v<T>) {
    const T rest = fmod(a, p);
    return rest != 0 && (rest < 0) != (p < 0) ? rest + p : rest;
  } else {
    const T rest = a % p;
    return rest != 0 && (rest < 0) != (p < 0) ? T(rest + p) : rest;
  }
}
template <class T> GPUFORT_BOTH T huge() {
  if constexpr (std::is_same_v<T, float>) return __FLT_MAX__;
  else if constexpr (std::is_same_v<T, double>) return __DBL_MAX__;
  else return T(~T(0) ^ (T(1) << (8 * sizeof(T) - 1)));
}

// A power with an integer exponent: repeated squaring; of integers, negative exponents leave -1, 0 or 1.
template <class T, class N> GPUFORT_BOTH T powi(T base, N exponent) {
  if constexpr (std::is_integral_v<T>) {
    if (exponent < 0) return base == 1 ? T(1) : base == -1 ? (exponent % 2 ? T(-1) : T(1)) : T(T(1) / (base == 0 ? base : T(2)));
  }
  uint64_t count = exponent < 0 ? -uint64_t(exponent) : uint64_t(exponent);
  T power = count % 2 ? base : T(1);
  while (count >>= 1) {
    base = base * base;
    if (count % 2) power = power * base;
  }
  return exponent < 0 ? T(1) / power : power;
}
template <class T> GPUFORT_DEVICE complex<T> pow(complex<T> base, complex<T> exponent) {
  return base == complex<T>(0) ? complex<T>(0) : exp(exponent * log(base));
}

// ---- bits ----

template <class T> GPUFORT_BOTH auto bits(T value) { return static_cast<std::make_unsigned_t<T>>(value); }
template <class T> constexpr int width = 8 * sizeof(T);
template <class T> GPUFORT_BOTH T shiftl(T i, int n) { return n >= width<T> ? T(0) : T(bits(i) << n); }
template <class T> GPUFORT_BOTH T shiftr(T i, int n) { return n >= width<T> ? T(0) : T(bits(i) >> n); }
template <class T> GPUFORT_BOTH T shifta(T i, int n) { return T(i >> (n >= width<T> ? width<T> - 1 : n)); }
template <class T> GPUFORT_BOTH T ishft(T i, int n) { return n < 0 ? shiftr(i, -n) : shiftl(i, n); }
template <class T> GPUFORT_BOTH T low_bits(int n) { return n >= width<T> ? T(~T(0)) : T((uint64_t(1) << n) - 1); }
template <class T> GPUFORT_BOTH T ishftc(T i, int n, int size = width<T>) {
  const int left = ((n % size) + size) % size;
  const T mask = low_bits<T>(size), part = i & mask;
  return T((i & ~mask) | ((shiftl(part, left) | shiftr(part, size - left)) & mask));
}
template <class T> GPUFORT_BOTH T ibits(T i, int at, int n) { return T(shiftr(i, at) & low_bits<T>(n)); }
template <class T> GPUFORT_BOTH T ibset(T i, int at) { return T(i | T(uint64_t(1) << at)); }
template <class T> GPUFORT_BOTH T ibclr(T i, int at) { return T(i & ~T(uint64_t(1) << at)); }
template <class T> GPUFORT_BOTH bool btest(T i, int at) { return (bits(i) >> at) & 1; }
template <class T> GPUFORT_BOTH int popcnt(T i) { return __builtin_popcountll(bits(i)); }
template <class T> GPUFORT_BOTH int poppar(T i) { return popcnt(i) & 1; }
template <class T> GPUFORT_BOTH int leadz(T i) { return i == 0 ? width<T> : __builtin_clzll(bits(i)) - (64 - width<T>); }
template <class T> GPUFORT_BOTH int trailz(T i) { return i == 0 ? width<T> : __builtin_ctzll(bits(i)); }
template <class T> GPUFORT_BOTH T merge_bits(T i, T j, T mask) { return T((i & mask) | (j & ~mask)); }
template <class T> GPUFORT_BOTH void mvbits(T from, int at, int n, T &to, int place) {
  const T mask = shiftl(low_bits<T>(n), place);
  to = T((to & ~mask) | (shiftl(ibits(from, at, n), place) & mask));
}
// The same bytes as another type; `T` has no more of them than `U`.
template <class T, class U> GPUFORT_BOTH T transfer(const U &source) {
  T result{};
  memcpy(&result, &source, sizeof(T) < sizeof(U) ? sizeof(T) : sizeof(U));
  return result;
}

// ---- reductions over positions from 0, in the order of elements ----

template <class T, class F, class G> GPUFORT_DEVICE T fold(T start, F combine, int64_t n1, G each) {
  for (int64_t k1 = 0; k1 < n1; ++k1) start = combine(start, each(k1));
  return start;
}
template <class T, class F, class G> GPUFORT_DEVICE T fold(T start, F combine, int64_t n1, int64_t n2, G each) {
  for (int64_t k2 = 0; k2 < n2; ++k2)
    for (int64_t k1 = 0; k1 < n1; ++k1) start = combine(start, each(k1, k2));
  return start;
}
template <class T, class F, class G> GPUFORT_DEVICE T fold(T start, F combine, int64_t n1, int64_t n2, int64_t n3, G each) {
  for (int64_t k3 = 0; k3 < n3; ++k3)
    for (int64_t k2 = 0; k2 < n2; ++k2)
      for (int64_t k1 = 0; k1 < n1; ++k1) start = combine(start, each(k1, k2, k3));
  return start;
}

// Operations of reductions, each with the value that changes nothing.
#define GPUFORT_OPERATION(name, start, value)                                   \
  struct name {                                                                 \
    template <class T> GPUFORT_BOTH T operator()(T a, T b) const { return value; } \
    template <class T> static GPUFORT_BOTH T neutral() { return start; }        \
  };
GPUFORT_OPERATION(plus, T(0), T(a + b))
GPUFORT_OPERATION(times, T(1), T(a * b))
GPUFORT_OPERATION(maximum, T(-huge<T>() - (std::is_integral_v<T> ? 1 : 0)), (a > b ? a : b))
GPUFORT_OPERATION(minimum, huge<T>(), (a < b ? a : b))
GPUFORT_OPERATION(both, T(1), T(a && b))
GPUFORT_OPERATION(either, T(0), T(a || b))
GPUFORT_OPERATION(same, T(1), T(!a == !b))
GPUFORT_OPERATION(differ, T(0), T(!a != !b))
GPUFORT_OPERATION(bits_and, T(-1), T(a & b))
GPUFORT_OPERATION(bits_or, T(0), T(a | b))
GPUFORT_OPERATION(bits_xor, T(0), T(a ^ b))
#undef GPUFORT_OPERATION

// `sum`, `product`, `maxval`, ...: `N` is extents, then a function of as many positions.
template <class Op, class T, class... N> GPUFORT_DEVICE T reduce(N... extents_and_each) {
  return fold(Op::template neutral<T>(), Op(), extents_and_each...);
}
// Where the largest or smallest element first stands, from 1; 0 where there is none.
template <class T, class F> GPUFORT_DEVICE int place_of(bool largest, int64_t count, F each) {
  int64_t place = 0;
  for (int64_t k = 0; k < count; ++k)
    if (place == 0 || (largest ? each(k) > each(place - 1) : each(k) < each(place - 1))) place = k + 1;
  return int(place);
}

// ---- threads together ----

template <class T> GPUFORT_DEVICE T shuffle(T value, int lane, int width = 32) { return __shfl(value, lane, width); }
template <class T> GPUFORT_DEVICE T shuffle_up(T value, int by, int width = 32) { return __shfl_up(value, by, width); }
template <class T> GPUFORT_DEVICE T shuffle_down(T value, int by, int width = 32) { return __shfl_down(value, by, width); }
template <class T> GPUFORT_DEVICE T shuffle_xor(T value, int mask, int width = 32) { return __shfl_xor(value, mask, width); }
// The 32 lanes of the caller's half of the wavefront, or its whole.
GPUFORT_DEVICE int ballot(bool condition) {
  const uint64_t votes = __ballot(condition);
  return int(uint32_t(warpSize == 64 && (__lane_id() & 32) ? votes >> 32 : votes));
}
GPUFORT_DEVICE bool any_thread(bool condition) { return ballot(condition) != 0; }
GPUFORT_DEVICE bool all_threads(bool condition) { return ballot(!condition) == 0; }

template <class T, class F> GPUFORT_DEVICE T atomic_update(T &target, F change) {
  using bits_t = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned int>;
  bits_t *const address = reinterpret_cast<bits_t *>(&target);
  bits_t seen = __atomic_load_n(address, __ATOMIC_RELAXED), expected;
  do {
    expected = seen;
    seen = atomicCAS(address, expected, transfer<bits_t>(change(transfer<T>(expected))));
  } while (seen != expected);
  return transfer<T>(seen);
}
template <class T> GPUFORT_DEVICE T atomic_add(T &target, T value) {
  if constexpr (std::is_same_v<T, int64_t>)
    return T(atomicAdd(reinterpret_cast<unsigned long long *>(&target), (unsigned long long)(value)));
  else return atomicAdd(&target, value);
}
template <class T> GPUFORT_DEVICE T atomic_sub(T &target, T value) { return atomic_add(target, T(-value)); }
template <class T> GPUFORT_DEVICE T atomic_max(T &target, T value) {
  if constexpr (std::is_same_v<T, int>) return atomicMax(&target, value);
  else return atomic_update(target, [=](T old) { return max(old, value); });
}
template <class T> GPUFORT_DEVICE T atomic_min(T &target, T value) {
  if constexpr (std::is_same_v<T, int>) return atomicMin(&target, value);
  else return atomic_update(target, [=](T old) { return min(old, value); });
}
template <class T> GPUFORT_DEVICE T atomic_and(T &target, T value) {
  if constexpr (std::is_same_v<T, int>) return atomicAnd(&target, value);
  else return atomic_update(target, [=](T old) { return T(old & value); });
}
template <class T> GPUFORT_DEVICE T atomic_or(T &target, T value) {
  if constexpr (std::is_same_v<T, int>) return atomicOr(&target, value);
  else return atomic_update(target, [=](T old) { return T(old | value); });
}
template <class T> GPUFORT_DEVICE T atomic_xor(T &target, T value) {
  if constexpr (std::is_same_v<T, int>) return atomicXor(&target, value);
  else return atomic_update(target, [=](T old) { return T(old ^ value); });
}
template <class T> GPUFORT_DEVICE T atomic_exch(T &target, T value) {
  return atomic_update(target, [=](T) { return value; });
}
template <class T> GPUFORT_DEVICE T atomic_cas(T &target, T expected, T value) {
  return atomic_update(target, [=](T old) { return old == expected ? value : old; });
}
// Counts up to `limit`, then from 0; and down from it. Values count as unsigned.
GPUFORT_DEVICE int atomic_inc(int &target, int limit) {
  return int(atomicInc(reinterpret_cast<unsigned int *>(&target), unsigned(limit)));
}
GPUFORT_DEVICE int atomic_dec(int &target, int limit) {
  return int(atomicDec(reinterpret_cast<unsigned int *>(&target), unsigned(limit)));
}

// The whole grid of a cooperative launch; ranks count from 1.
struct grid_group { int size, rank; };
GPUFORT_DEVICE grid_group this_grid() {
  const auto grid = cooperative_groups::this_grid();
  return {int(grid.size()), int(grid.thread_rank()) + 1};
}
GPUFORT_DEVICE void syncthreads(const grid_group &) { cooperative_groups::this_grid().sync(); }
struct thread_block { int size, rank; };
GPUFORT_DEVICE thread_block this_thread_block() {
  const auto block = cooperative_groups::this_thread_block();
  return {int(block.size()), int(block.thread_rank()) + 1};
}
GPUFORT_DEVICE void syncthreads(const thread_block &) { __syncthreads(); }

// ---- launches, on the host ----

// Fortran's `dim3`; `x` = 0 asks for what fits.
struct dim3 { int x, y, z; };

template <class... P> ::dim3 blocks_for(void (*kernel)(P...), const dim3 &grid, const dim3 &block, int bytes) {
  if (grid.x != 0) return ::dim3(grid.x, grid.y, grid.z);
  int each = 1, device = 0, units = 1;
  (void)hipOccupancyMaxActiveBlocksPerMultiprocessor(&each, reinterpret_cast<const void *>(kernel), block.x * block.y * block.z, bytes);
  (void)hipGetDevice(&device);
  (void)hipDeviceGetAttribute(&units, hipDeviceAttributeMultiprocessorCount, device);
  return ::dim3(each * units > 0 ? each * units : 1);
}

// The stream for what names none.
inline hipStream_t stream_or_default(hipStream_t stream) {
  return stream == nullptr && &gpufort_default_stream != nullptr ? static_cast<hipStream_t>(gpufort_default_stream) : stream;
}

// Launches `kernel`; what goes wrong is found by hipGetLastError, as after a launch in CUDA Fortran.
template <class... P, class... A>
void launch(void (*kernel)(P...), bool cooperative, const dim3 &grid, const dim3 &block, int bytes, hipStream_t stream, A... given) {
  static_assert(sizeof...(P) == sizeof...(A));
  const ::dim3 blocks = blocks_for(kernel, grid, block, bytes), threads(block.x, block.y, block.z);
  const void *function = reinterpret_cast<const void *>(kernel);
  stream = stream_or_default(stream);
  auto start = [&](P... values) {
    void *list[] = {const_cast<void *>(static_cast<const void *>(&values))..., nullptr};
    (void)(cooperative ? hipLaunchCooperativeKernel(function, blocks, threads, list, bytes, stream)
                       : hipLaunchKernel(function, blocks, threads, list, bytes, stream));
  };
  start(static_cast<P>(given)...);
}

// Ends a program that needs a kernel which could not be translated.
[[noreturn]] inline void unsupported(const char *kernel, const char *why) {
  fprintf(stderr, "%s was not translated: %s\n", kernel, why);
  exit(EXIT_FAILURE);
}

// ---- loops of `!$cuf kernel do` ----

// Grid and block of up to three loops, the innermost one first; what is 0 in `grid` or `block` is chosen.
struct loop_shape {
  dim3 grid, block;
  int64_t blocks() const { return int64_t(grid.x) * grid.y * grid.z; }
};
// The numbers of passes, the innermost loop's first.
struct loop_trips {
  int64_t x, y = 1, z = 1;
  int loops;
  loop_trips(int64_t along_x) : x(along_x), loops(1) {}
  loop_trips(int64_t along_x, int64_t along_y) : x(along_x), y(along_y), loops(2) {}
  loop_trips(int64_t along_x, int64_t along_y, int64_t along_z) : x(along_x), y(along_y), z(along_z), loops(3) {}
};
// Extents along axes that no loop runs along go to the outermost loop: its passes are for all threads, and each is done once.
inline dim3 folded(dim3 size, int loops) {
  auto join = [](int &outer, int &other) {
    if (outer != 0 && other > 1) outer *= other;
    other = 1;
  };
  if (loops < 3) join(size.y, size.z);
  if (loops < 2) join(size.x, size.y);
  return size;
}
inline loop_shape shape_of(dim3 grid, dim3 block, const loop_trips &trips) {
  const bool flat = trips.y == 1 && trips.z == 1;
  const int64_t x = trips.x, y = trips.y, z = trips.z;
  grid = folded(grid, trips.loops);
  block = folded(block, trips.loops);
  if (block.x == 0) block.x = flat ? 128 : 32;
  if (block.y == 0) block.y = flat ? 1 : 4;
  if (block.z == 0) block.z = 1;
  auto enough = [](int64_t trips, int threads, int64_t most) {
    const int64_t blocks = (trips + threads - 1) / threads;
    return int(blocks < 1 ? 1 : blocks > most ? most : blocks);
  };
  if (grid.x == 0) grid.x = enough(x, block.x, flat ? 4096 : 1024);
  if (grid.y == 0) grid.y = enough(y, block.y, 256);
  if (grid.z == 0) grid.z = enough(z, block.z, 64);
  return {grid, block};
}
GPUFORT_DEVICE int64_t first_x() { return int64_t(blockIdx.x) * blockDim.x + threadIdx.x; }
GPUFORT_DEVICE int64_t first_y() { return int64_t(blockIdx.y) * blockDim.y + threadIdx.y; }
GPUFORT_DEVICE int64_t first_z() { return int64_t(blockIdx.z) * blockDim.z + threadIdx.z; }
GPUFORT_DEVICE int64_t step_x() { return int64_t(gridDim.x) * blockDim.x; }
GPUFORT_DEVICE int64_t step_y() { return int64_t(gridDim.y) * blockDim.y; }
GPUFORT_DEVICE int64_t step_z() { return int64_t(gridDim.z) * blockDim.z; }

// The first pass of a launch along `y` and `z`, where a grid has no more than 65535 blocks.
struct loop_start { int64_t y, z; };

// Launches a kernel whose threads do one pass each, as often as it takes.
template <class... P, class... A>
void launch_loops(void (*kernel)(P...), const dim3 &block, int bytes, hipStream_t stream, const loop_trips &trips, A... given) {
  if (trips.x <= 0 || trips.y <= 0 || trips.z <= 0) return;
  const dim3 threads = shape_of({1, 1, 1}, block, trips).block;
  const int64_t most_y = int64_t(65535) * threads.y, most_z = int64_t(65535) * threads.z;
  for (int64_t z = 0; z < trips.z; z += most_z)
    for (int64_t y = 0; y < trips.y; y += most_y) {
      auto blocks = [](int64_t left, int64_t most, int each) { return int(((left < most ? left : most) + each - 1) / each); };
      const dim3 grid{blocks(trips.x, trips.x, threads.x), blocks(trips.y - y, most_y, threads.y), blocks(trips.z - z, most_z, threads.z)};
      launch(kernel, false, grid, threads, bytes, stream, given..., loop_start{y, z});
    }
}

// Combines the values of a block's threads, always in the same order, into the block's place of `partials`.
template <class Op, class T> __device__ inline void reduce_block(T value, T *partials) {
  __shared__ T cell[1024];
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  cell[thread] = value;
  __syncthreads();
  for (int half = 512; half > 0; half /= 2) {
    if (thread < half && thread + half < threads) cell[thread] = Op()(cell[thread], cell[thread + half]);
    __syncthreads();
  }
  if (thread == 0) partials[blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)] = cell[0];
  __syncthreads();
}

// A value for each block of a reduction, in device memory; `finish` waits and combines them with the host's in their order.
template <class Op, class T> struct partials {
  int64_t count;
  T *data = nullptr;
  explicit partials(int64_t blocks) : count(blocks) { (void)hipMalloc(reinterpret_cast<void **>(&data), blocks * sizeof(T)); }
  partials(const partials &) = delete;
  ~partials() { (void)hipFree(data); }
  void finish(T &result, hipStream_t stream) {
    stream = stream_or_default(stream);
    std::vector<T> host(count, Op::template neutral<T>());
    if (hipPeekAtLastError() != hipSuccess || data == nullptr) return;
    if (hipMemcpyAsync(host.data(), data, count * sizeof(T), hipMemcpyDeviceToHost, stream) != hipSuccess) return;
    (void)hipStreamSynchronize(stream);
    for (const T &value : host) result = Op()(result, value);
  }
};

} // namespace gpufort

#undef GPUFORT_BOTH
#undef GPUFORT_DEVICE
#endif
