// Functions of short vectors, as NVIDIA's samples use them. The operators are those that HIP's vectors have.
#pragma once
#include <cmath>
#include <hip/hip_runtime.h>

#if defined(__HIP__) && defined(__cplusplus)
#define HIPIFY_SAMPLE inline __host__ __device__
#else
#define HIPIFY_SAMPLE inline
#endif

#if !defined(__HIP__)
inline float fminf(float a, float b) { return a < b ? a : b; }
inline float fmaxf(float a, float b) { return a > b ? a : b; }
inline int max(int a, int b) { return a > b ? a : b; }
inline int min(int a, int b) { return a < b ? a : b; }
inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
#endif

typedef unsigned int uint;
typedef unsigned short ushort;

// Vectors of one scalar, and of shorter, longer and otherwise typed ones.
#define HIPIFY_MADE(t, s, u, v)                                                                                               \
    HIPIFY_SAMPLE t##2 make_##t##2(s a) { return make_##t##2(a, a); }                                                          \
    HIPIFY_SAMPLE t##3 make_##t##3(s a) { return make_##t##3(a, a, a); }                                                       \
    HIPIFY_SAMPLE t##4 make_##t##4(s a) { return make_##t##4(a, a, a, a); }                                                    \
    HIPIFY_SAMPLE t##2 make_##t##2(t##3 a) { return make_##t##2(a.x, a.y); }                                                   \
    HIPIFY_SAMPLE t##3 make_##t##3(t##2 a) { return make_##t##3(a.x, a.y, s(0)); }                                             \
    HIPIFY_SAMPLE t##3 make_##t##3(t##2 a, s z) { return make_##t##3(a.x, a.y, z); }                                           \
    HIPIFY_SAMPLE t##3 make_##t##3(t##4 a) { return make_##t##3(a.x, a.y, a.z); }                                              \
    HIPIFY_SAMPLE t##4 make_##t##4(t##3 a) { return make_##t##4(a.x, a.y, a.z, s(0)); }                                        \
    HIPIFY_SAMPLE t##4 make_##t##4(t##3 a, s w) { return make_##t##4(a.x, a.y, a.z, w); }                                      \
    HIPIFY_CAST(t, s, u)                                                                                                       \
    HIPIFY_CAST(t, s, v)
#define HIPIFY_CAST(t, s, u)                                                                                                   \
    HIPIFY_SAMPLE t##2 make_##t##2(u##2 a) { return make_##t##2(s(a.x), s(a.y)); }                                             \
    HIPIFY_SAMPLE t##3 make_##t##3(u##3 a) { return make_##t##3(s(a.x), s(a.y), s(a.z)); }                                     \
    HIPIFY_SAMPLE t##4 make_##t##4(u##4 a) { return make_##t##4(s(a.x), s(a.y), s(a.z), s(a.w)); }

HIPIFY_MADE(float, float, int, uint)
HIPIFY_MADE(int, int, float, uint)
HIPIFY_MADE(uint, uint, float, int)

// A function of scalars, element by element.
#define HIPIFY_EACH_OF_ONE(name, t, f)                                                                                         \
    HIPIFY_SAMPLE t##2 name(t##2 a) { return make_##t##2(f(a.x), f(a.y)); }                                                    \
    HIPIFY_SAMPLE t##3 name(t##3 a) { return make_##t##3(f(a.x), f(a.y), f(a.z)); }                                            \
    HIPIFY_SAMPLE t##4 name(t##4 a) { return make_##t##4(f(a.x), f(a.y), f(a.z), f(a.w)); }
#define HIPIFY_EACH_OF_TWO(name, t, f)                                                                                         \
    HIPIFY_SAMPLE t##2 name(t##2 a, t##2 b) { return make_##t##2(f(a.x, b.x), f(a.y, b.y)); }                                  \
    HIPIFY_SAMPLE t##3 name(t##3 a, t##3 b) { return make_##t##3(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z)); }                     \
    HIPIFY_SAMPLE t##4 name(t##4 a, t##4 b) { return make_##t##4(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w)); }

namespace hipify_samples {

HIPIFY_SAMPLE float fraction(float a) { return a - floorf(a); }
HIPIFY_SAMPLE int magnitude(int a) { return a < 0 ? -a : a; }
template <typename T> HIPIFY_SAMPLE T less(T a, T b) { return b < a ? b : a; }
template <typename T> HIPIFY_SAMPLE T more(T a, T b) { return a < b ? b : a; }

} // namespace hipify_samples

HIPIFY_EACH_OF_TWO(fminf, float, ::fminf)
HIPIFY_EACH_OF_TWO(fmaxf, float, ::fmaxf)
HIPIFY_EACH_OF_TWO(fmodf, float, ::fmodf)
HIPIFY_EACH_OF_TWO(min, int, hipify_samples::less<int>)
HIPIFY_EACH_OF_TWO(max, int, hipify_samples::more<int>)
HIPIFY_EACH_OF_TWO(min, uint, hipify_samples::less<uint>)
HIPIFY_EACH_OF_TWO(max, uint, hipify_samples::more<uint>)
HIPIFY_EACH_OF_ONE(floorf, float, ::floorf)
HIPIFY_EACH_OF_ONE(fabs, float, ::fabsf)
HIPIFY_EACH_OF_ONE(abs, int, hipify_samples::magnitude)
HIPIFY_SAMPLE float fracf(float a) { return hipify_samples::fraction(a); }
HIPIFY_EACH_OF_ONE(fracf, float, hipify_samples::fraction)

// Of a scalar, and of a vector between scalars and between vectors.
#define HIPIFY_CLAMP(t, s)                                                                                                     \
    HIPIFY_SAMPLE s clamp(s a, s low, s high) { return hipify_samples::more(low, hipify_samples::less(a, high)); }             \
    HIPIFY_CLAMP_OF(t, s, 2, make_##t##2(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y)))                                          \
    HIPIFY_CLAMP_OF(t, s, 3, make_##t##3(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z)))                    \
    HIPIFY_CLAMP_OF(t, s, 4,                                                                                                   \
                    make_##t##4(clamp(v.x, a.x, b.x), clamp(v.y, a.y, b.y), clamp(v.z, a.z, b.z), clamp(v.w, a.w, b.w)))
#define HIPIFY_CLAMP_OF(t, s, n, made)                                                                                         \
    HIPIFY_SAMPLE t##n clamp(t##n v, t##n a, t##n b) { return made; }                                                          \
    HIPIFY_SAMPLE t##n clamp(t##n v, s a, s b) { return clamp(v, make_##t##n(a), make_##t##n(b)); }

HIPIFY_CLAMP(float, float)
HIPIFY_CLAMP(int, int)
HIPIFY_CLAMP(uint, uint)

#define HIPIFY_DOT(t, s)                                                                                                       \
    HIPIFY_SAMPLE s dot(t##2 a, t##2 b) { return a.x * b.x + a.y * b.y; }                                                      \
    HIPIFY_SAMPLE s dot(t##3 a, t##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }                                          \
    HIPIFY_SAMPLE s dot(t##4 a, t##4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

HIPIFY_DOT(float, float)
HIPIFY_DOT(int, int)
HIPIFY_DOT(uint, uint)

HIPIFY_SAMPLE float lerp(float a, float b, float t) { return a + t * (b - a); }
HIPIFY_SAMPLE float smoothstep(float a, float b, float x) {
    const float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
    return y * y * (3.0f - 2.0f * y);
}

#define HIPIFY_GEOMETRY(v)                                                                                                     \
    HIPIFY_SAMPLE v lerp(v a, v b, float t) { return a + (b - a) * t; }                                                        \
    HIPIFY_SAMPLE float length(v a) { return sqrtf(dot(a, a)); }                                                               \
    HIPIFY_SAMPLE v normalize(v a) { return a * (1.0f / sqrtf(dot(a, a))); }                                                   \
    HIPIFY_SAMPLE v smoothstep(v a, v b, v x) {                                                                                \
        const v y = clamp((x - a) / (b - a), 0.0f, 1.0f);                                                                      \
        return y * y * (y * -2.0f + 3.0f);                                                                                     \
    }

HIPIFY_GEOMETRY(float2)
HIPIFY_GEOMETRY(float3)
HIPIFY_GEOMETRY(float4)

// The direction `incident` leaves in from a surface with that normal.
HIPIFY_SAMPLE float3 reflect(float3 incident, float3 normal) { return incident - normal * (2.0f * dot(normal, incident)); }

HIPIFY_SAMPLE float3 cross(float3 a, float3 b) {
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

#undef HIPIFY_GEOMETRY
#undef HIPIFY_DOT
#undef HIPIFY_CLAMP
#undef HIPIFY_CLAMP_OF
#undef HIPIFY_EACH_OF_ONE
#undef HIPIFY_EACH_OF_TWO
#undef HIPIFY_MADE
#undef HIPIFY_CAST
