// Sobol's sequences in the order of Gray's code, plain and scrambled, from direction vectors that the program passes
// (hiprandGetDirectionVectors32 and its like): one number changes one vector's part of the point. Words and uniform numbers are those of
// cuRAND's states of the same name, vectors and offset; so, but for rounding, are normal numbers.
#pragma once

#include <hiprand/hipify/distributions.h>

namespace hipify_random {

// A place in a sequence: the number of its point, the point, and a vector for each bit.
template <typename Word> struct Sobol {
    static constexpr int BITS = 8 * sizeof(Word);
    Word vectors[BITS], value, shift, index;
};

template <typename Word> __device__ void move_to(Sobol<Word> &s, Word index) {
    s.index = index;
    s.value = s.shift;
    const Word gray = index ^ index >> 1;
    for (int bit = 0; bit < Sobol<Word>::BITS; bit++)
        if (gray >> bit & 1) s.value ^= s.vectors[bit];
}

template <typename Word> __device__ void begin(Sobol<Word> &s, const Word *vectors, Word shift, Word offset) {
    for (int bit = 0; bit < Sobol<Word>::BITS; bit++) s.vectors[bit] = vectors[bit];
    s.shift = shift;
    move_to(s, offset);
}

// The point, and a step to the next: the vector of the lowest bit that is not set.
template <typename Word> __device__ Word next(Sobol<Word> &s) {
    const Word value = s.value;
    int bit = 0;
    while (bit < Sobol<Word>::BITS - 1 && (s.index >> bit & 1)) bit++;
    s.value ^= s.vectors[bit];
    s.index++;
    return value;
}

__device__ inline float unit(unsigned long long x) { return unit(static_cast<unsigned int>(x >> 32)); }

__device__ inline double wide_unit(unsigned int x) { return x * 2.3283064365386963e-10 + 2.3283064365386963e-10; }
__device__ inline double wide_unit(unsigned long long x) { return (x >> 11) * 1.1102230246251565e-16 + 5.551115123125783e-17; }

// Between zero and one, of which normal numbers are the quantiles.
__device__ inline double inside(unsigned int x) { return x * 2.3283064365386963e-10 + 1.1641532182693481e-10; }
__device__ inline double inside(unsigned long long x) { return wide_unit(x); }

// By inversion, of one point: more would spoil the sequence.
__device__ inline unsigned int poisson_quantile(double p, double lambda) {
    if (lambda > 500) {
        const double z = normcdfinv(p), found = floor(lambda + sqrt(lambda) * z + (z * z - 1) / 6 + 0.5);
        return found > 0 ? static_cast<unsigned int>(found) : 0;
    }
    double term = exp(-lambda), sum = term;
    unsigned int k = 0;
    while (sum < p && (k < lambda || term > 1e-17)) {
        k++;
        term *= lambda / k;
        sum += term;
    }
    return k;
}

} // namespace hipify_random

struct hiprandStateSobol32 : hipify_random::Sobol<unsigned int> {};
struct hiprandStateScrambledSobol32 : hipify_random::Sobol<unsigned int> {};
struct hiprandStateSobol64 : hipify_random::Sobol<unsigned long long> {};
struct hiprandStateScrambledSobol64 : hipify_random::Sobol<unsigned long long> {};

// The functions of one sequence's state.
#define HIPIFY_RANDOM_SOBOL(State, Word)                                                                                     \
    __device__ inline Word hiprand(State *s) { return hipify_random::next(*s); }                                             \
    __device__ inline void skipahead(Word points, State *s) { hipify_random::move_to<Word>(*s, s->index + points); }         \
    __device__ inline float hiprand_uniform(State *s) { return hipify_random::unit(hiprand(s)); }                            \
    __device__ inline double hiprand_uniform_double(State *s) { return hipify_random::wide_unit(hiprand(s)); }               \
    __device__ inline float hiprand_normal(State *s) {                                                                       \
        return static_cast<float>(normcdfinv(static_cast<double>(hiprand_uniform(s))));                                      \
    }                                                                                                                        \
    __device__ inline double hiprand_normal_double(State *s) { return normcdfinv(hipify_random::inside(hiprand(s))); }       \
    __device__ inline float hiprand_log_normal(State *s, float mean, float deviation) {                                      \
        return expf(mean + deviation * hiprand_normal(s));                                                                   \
    }                                                                                                                        \
    __device__ inline double hiprand_log_normal_double(State *s, double mean, double deviation) {                            \
        return exp(mean + deviation * hiprand_normal_double(s));                                                             \
    }                                                                                                                        \
    __device__ inline unsigned int hiprand_poisson(State *s, double lambda) {                                                \
        return hipify_random::poisson_quantile(hipify_random::inside(hiprand(s)), lambda);                                   \
    }

HIPIFY_RANDOM_SOBOL(hiprandStateSobol32, unsigned int)
HIPIFY_RANDOM_SOBOL(hiprandStateScrambledSobol32, unsigned int)
HIPIFY_RANDOM_SOBOL(hiprandStateSobol64, unsigned long long)
HIPIFY_RANDOM_SOBOL(hiprandStateScrambledSobol64, unsigned long long)

__device__ inline void hiprand_init(const unsigned int *vectors, unsigned int offset, hiprandStateSobol32 *state) {
    hipify_random::begin<unsigned int>(*state, vectors, 0, offset);
}

__device__ inline void hiprand_init(const unsigned int *vectors, unsigned int scramble, unsigned int offset,
                                    hiprandStateScrambledSobol32 *state) {
    hipify_random::begin(*state, vectors, scramble, offset);
}

__device__ inline void hiprand_init(const unsigned long long *vectors, unsigned long long offset, hiprandStateSobol64 *state) {
    hipify_random::begin<unsigned long long>(*state, vectors, 0, offset);
}

__device__ inline void hiprand_init(const unsigned long long *vectors, unsigned long long scramble, unsigned long long offset,
                                    hiprandStateScrambledSobol64 *state) {
    hipify_random::begin(*state, vectors, scramble, offset);
}
