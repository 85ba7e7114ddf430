// What kernels made by chance use, on the device and in the reference: types, their bits, and conversions that are defined for every value.
#define HD static __host__ __device__ inline

typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned u32;
typedef long long i64;
typedef unsigned long long u64;
typedef _Float16 f16;
typedef float f32;
typedef double f64;

struct Fields {
  u32 x : 5;
  i32 y : 11;
  u32 z : 16;
  u64 w : 37;
  i64 v : 27;
};

struct Mixed {
  u8 a;
  i16 b;
  u32 c;
  u8 d[3];
  f32 e;
  u16 f;
};

template <class T> HD u64 bits(T x) { return (u64)(i64)x; }
template <class To, class From> HD To same_bits(From x) {
  To to;
  __builtin_memcpy(&to, &x, sizeof to);
  return to;
}
// One NaN stands for all: processors differ in the sign and payload of those they make.
HD u64 bits(f16 x) { return x != x ? 0x7e00 : same_bits<u16>(x); }
HD u64 bits(f32 x) { return x != x ? 0x7fc00000 : same_bits<u32>(x); }
HD u64 bits(f64 x) { return x != x ? 0x7ff8000000000000 : same_bits<u64>(x); }
HD u64 bits(bool x) { return x ? 1 : 0; }

// Any bits as a finite number that is not too large or small.
HD f32 number_f32(u32 x) { return same_bits<f32>((x & 0x807fffffu) | ((x >> 23 & 63) + 96) << 23); }
HD f64 number_f64(u64 x) { return same_bits<f64>((x & 0x800fffffffffffffull) | ((x >> 52 & 127) + 960) << 52); }
HD f16 number_f16(u16 x) { return same_bits<f16>((u16)((x & 0x83ffu) | ((x >> 10 & 7) + 12) << 10)); }

// Conversions to integers are undefined out of range.
template <class T> struct Limits {
  static constexpr f64 above = (f64)(1ull << (sizeof(T) * 8 - 1)) * ((T)-1 < 0 ? 1 : 2);
  static constexpr f64 from = (T)-1 < 0 ? -above : 0;
};
template <class T> HD T whole(f16 x) { return (f64)x >= Limits<T>::from && (f64)x < Limits<T>::above ? (T)x : (T)3; }
template <class T> HD T whole(f32 x) { return x >= (f32)Limits<T>::from && x < (f32)Limits<T>::above ? (T)x : (T)3; }
template <class T> HD T whole(f64 x) { return x >= Limits<T>::from && x < Limits<T>::above ? (T)x : (T)3; }

template <class F> HD F real(F x) { return x != x ? (F)1 : x; }
HD f16 magnitude(f16 x) { return same_bits<f16>((u16)(same_bits<u16>(x) & 0x7fff)); }
HD f32 magnitude(f32 x) { return fabsf(x); }
HD f64 magnitude(f64 x) { return fabs(x); }
HD f32 root(f32 x) { return sqrtf(fabsf(x)); }
HD f64 root(f64 x) { return sqrt(fabs(x)); }
HD f32 fused(f32 x, f32 y, f32 z) { return fmaf(x, y, z); }
HD f64 fused(f64 x, f64 y, f64 z) { return fma(x, y, z); }
// Which of two zeros a minimum gives is not said: adding one makes them the same.
HD f32 smaller(f32 x, f32 y) { return fminf(x, y) + 0.0f; }
HD f64 smaller(f64 x, f64 y) { return fmin(x, y) + 0.0; }
HD f32 larger(f32 x, f32 y) { return fmaxf(x, y) + 0.0f; }
HD f64 larger(f64 x, f64 y) { return fmax(x, y) + 0.0; }
HD f32 sign_of(f32 x, f32 y) { return copysignf(x, real(y)); }
HD f64 sign_of(f64 x, f64 y) { return copysign(x, real(y)); }
HD f32 rounded(f32 x, u32 how) { return how == 0 ? floorf(x) : how == 1 ? ceilf(x) : how == 2 ? truncf(x) : rintf(x); }
HD f64 rounded(f64 x, u32 how) { return how == 0 ? floor(x) : how == 1 ? ceil(x) : how == 2 ? trunc(x) : rint(x); }
HD f32 scaled(f32 x, i32 by) { return ldexpf(x, by); }
HD f64 scaled(f64 x, i32 by) { return ldexp(x, by); }

// A kernel's arguments: 256 elements of each type, a row of results for each thread, and counters.
#define PARAMETERS                                                                                                        \
  const bool *in_bool, const i8 *in_i8, const u8 *in_u8, const i16 *in_i16, const u16 *in_u16, const i32 *in_i32,        \
      const u32 *in_u32, const i64 *in_i64, const u64 *in_u64, const f16 *in_f16, const f32 *in_f32, const f64 *in_f64, \
      u64 *out, u32 *counters
typedef void (*Function)(PARAMETERS);
struct Kernel {
  Function function;
  u32 shape[3];
  u32 threads() const { return shape[0] * shape[1] * shape[2]; }
};
