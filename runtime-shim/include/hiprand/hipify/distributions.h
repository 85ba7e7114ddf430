// Words of a generator into numbers of a distribution.
#pragma once

#include <hip/hip_runtime.h>

namespace hipify_random {

// Normal numbers come in pairs: the second of one waits here.
struct Spare {
    float single;
    double wide;
    bool has_single, has_double;
};

constexpr double STEP = 1.0 / 4294967296.0;
constexpr double TURN = 6.283185307179586;

// Above zero and up to one, rounded to single precision at each step, as cuRAND does.
__device__ inline float unit(unsigned int word) {
    return static_cast<float>(word) * static_cast<float>(STEP) + static_cast<float>(STEP / 2);
}

template <typename State> __device__ float uniform(State &s) { return unit(hiprand(&s)); }

// With 53 bits, of two words.
template <typename State> __device__ double fine(State &s) {
    const unsigned long long low = hiprand(&s), bits = low ^ static_cast<unsigned long long>(hiprand(&s)) << 21;
    return static_cast<double>(bits) * (STEP / 2097152) + STEP / 4194304;
}

template <typename State> __device__ double uniform_double(State &s) { return fine(s); }

// Box and Muller's transform.
template <typename State> __device__ float2 pair(State &s) {
    const float length = uniform(s), turn = uniform(s) * static_cast<float>(TURN);
    const float radius = sqrtf(-2 * logf(length));
    return make_float2(sinf(turn) * radius, cosf(turn) * radius);
}

template <typename State> __device__ double2 wide_pair(State &s) {
    const double length = fine(s), turn = fine(s) * TURN;
    const double radius = sqrt(-2 * log(length));
    return make_double2(sin(turn) * radius, cos(turn) * radius);
}

// By multiplication where lambda is small, else by Hoermann's transformed rejection (PTRS, 1993).
template <typename State> __device__ unsigned int poisson(State &s, double lambda) {
    if (lambda < 30) {
        const double limit = exp(-lambda);
        double product = fine(s);
        unsigned int count = 0;
        for (; product > limit; count++) product *= fine(s);
        return count;
    }
    const double b = 0.931 + 2.53 * sqrt(lambda), a = -0.059 + 0.02483 * b;
    const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), fast = 0.9277 - 3.6224 / (b - 2);
    for (;;) {
        const double u = fine(s) - 0.5, v = fine(s), us = 0.5 - fabs(u);
        const double k = floor((2 * a / us + b) * u + lambda + 0.43);
        if (us >= 0.07 && v <= fast) return static_cast<unsigned int>(k);
        if (k < 0 || (us < 0.013 && v > us)) continue;
        if (log(v * inverse_alpha / (a / (us * us) + b)) <= -lambda + k * log(lambda) - lgamma(k + 1))
            return static_cast<unsigned int>(k);
    }
}

template <typename State> __device__ float one_normal(State &s) {
    if (s.has_single) {
        s.has_single = false;
        return s.single;
    }
    const float2 both = pair(s);
    s.single = both.y;
    s.has_single = true;
    return both.x;
}

template <typename State> __device__ double one_wide_normal(State &s) {
    if (s.has_double) {
        s.has_double = false;
        return s.wide;
    }
    const double2 both = wide_pair(s);
    s.wide = both.y;
    s.has_double = true;
    return both.x;
}

} // namespace hipify_random

// The functions of one generator's state.
#define HIPIFY_RANDOM_DISTRIBUTIONS(State)                                                                                   \
    __device__ inline float hiprand_uniform(State *s) { return hipify_random::uniform(*s); }                                 \
    __device__ inline double hiprand_uniform_double(State *s) { return hipify_random::uniform_double(*s); }                  \
    __device__ inline float hiprand_normal(State *s) { return hipify_random::one_normal(*s); }                               \
    __device__ inline double hiprand_normal_double(State *s) { return hipify_random::one_wide_normal(*s); }                  \
    __device__ inline float2 hiprand_normal2(State *s) { return hipify_random::pair(*s); }                                   \
    __device__ inline double2 hiprand_normal2_double(State *s) { return hipify_random::wide_pair(*s); }                      \
    __device__ inline float hiprand_log_normal(State *s, float mean, float deviation) {                                      \
        return expf(mean + deviation * hiprand_normal(s));                                                                   \
    }                                                                                                                        \
    __device__ inline double hiprand_log_normal_double(State *s, double mean, double deviation) {                            \
        return exp(mean + deviation * hiprand_normal_double(s));                                                             \
    }                                                                                                                        \
    __device__ inline float2 hiprand_log_normal2(State *s, float mean, float deviation) {                                    \
        const float2 z = hiprand_normal2(s);                                                                                 \
        return make_float2(expf(mean + deviation * z.x), expf(mean + deviation * z.y));                                      \
    }                                                                                                                        \
    __device__ inline double2 hiprand_log_normal2_double(State *s, double mean, double deviation) {                          \
        const double2 z = hiprand_normal2_double(s);                                                                         \
        return make_double2(exp(mean + deviation * z.x), exp(mean + deviation * z.y));                                       \
    }                                                                                                                        \
    __device__ inline unsigned int hiprand_poisson(State *s, double lambda) { return hipify_random::poisson(*s, lambda); }
