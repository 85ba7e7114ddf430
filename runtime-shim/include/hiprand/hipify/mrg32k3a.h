// MRG32k3a: two recurrences of order three.
#pragma once

#include <hiprand/hipify/distributions.h>

struct hiprandStateMRG32k3a : hipify_random::Spare {
    unsigned int one[3], two[3];
};

namespace hipify_random {

constexpr unsigned long long M1 = 4294967087ull, M2 = 4294944443ull;

struct Square {
    unsigned long long rows[3][3];
};

__device__ inline Square step_one() { return {{{0, 1, 0}, {0, 0, 1}, {M1 - 810728, 1403580, 0}}}; }
__device__ inline Square step_two() { return {{{0, 1, 0}, {0, 0, 1}, {M2 - 1370589, 0, 527612}}}; }

__device__ inline Square product(const Square &a, const Square &b, unsigned long long modulus) {
    Square made;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            unsigned long long sum = 0;
            for (int k = 0; k < 3; k++) sum += a.rows[i][k] * b.rows[k][j] % modulus;
            made.rows[i][j] = sum % modulus;
        }
    return made;
}

__device__ inline void apply(const Square &by, unsigned int (&to)[3], unsigned long long modulus) {
    unsigned long long made[3];
    for (int i = 0; i < 3; i++) {
        unsigned long long sum = 0;
        for (int j = 0; j < 3; j++) sum += by.rows[i][j] * to[j] % modulus;
        made[i] = sum % modulus;
    }
    for (int i = 0; i < 3; i++) to[i] = static_cast<unsigned int>(made[i]);
}

// `to` after `times` steps that are themselves 2^doublings steps.
__device__ inline void steps(Square step, unsigned int (&to)[3], unsigned long long modulus, int doublings,
                             unsigned long long times) {
    if (times == 0) return;
    for (int i = 0; i < doublings; i++) step = product(step, step, modulus);
    for (; times; times >>= 1) {
        if (times & 1) apply(step, to, modulus);
        if (times > 1) step = product(step, step, modulus);
    }
}

// From 1 to M1.
__device__ inline unsigned long long next(hiprandStateMRG32k3a &s) {
    const unsigned long long one = (1403580ull * s.one[1] + (M1 - 810728) * s.one[0] % M1) % M1;
    const unsigned long long two = (527612ull * s.two[2] + (M2 - 1370589) * s.two[0] % M2) % M2;
    s.one[0] = s.one[1], s.one[1] = s.one[2], s.one[2] = static_cast<unsigned int>(one);
    s.two[0] = s.two[1], s.two[1] = s.two[2], s.two[2] = static_cast<unsigned int>(two);
    return one > two ? one - two : one + M1 - two;
}

// Numbers of this generator have its own resolution.
__device__ inline double uniform_double(hiprandStateMRG32k3a &s) { return static_cast<double>(next(s)) * 2.328306549837829e-10; }
__device__ inline float uniform(hiprandStateMRG32k3a &s) { return static_cast<float>(uniform_double(s)); }
__device__ inline double fine(hiprandStateMRG32k3a &s) { return uniform_double(s); }

} // namespace hipify_random

__device__ inline unsigned int hiprand(hiprandStateMRG32k3a *state) {
    return static_cast<unsigned int>(static_cast<double>(hipify_random::next(*state)) * 1.000000048662);
}

__device__ inline void skipahead(unsigned long long words, hiprandStateMRG32k3a *state) {
    using namespace hipify_random;
    steps(step_one(), state->one, M1, 0, words);
    steps(step_two(), state->two, M2, 0, words);
}

// Subsequences are 2^76 words apart, sequences 2^127.
__device__ inline void skipahead_subsequence(unsigned long long sequences, hiprandStateMRG32k3a *state) {
    using namespace hipify_random;
    steps(step_one(), state->one, M1, 76, sequences);
    steps(step_two(), state->two, M2, 76, sequences);
}

__device__ inline void skipahead_sequence(unsigned long long sequences, hiprandStateMRG32k3a *state) {
    using namespace hipify_random;
    steps(step_one(), state->one, M1, 127, sequences);
    steps(step_two(), state->two, M2, 127, sequences);
}

__device__ inline void hiprand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                                    hiprandStateMRG32k3a *state) {
    using namespace hipify_random;
    for (int i = 0; i < 3; i++) state->one[i] = state->two[i] = 12345;
    if (seed != 0) {
        const unsigned long long low = static_cast<unsigned int>(seed) ^ 0x55555555u;
        const unsigned long long high = static_cast<unsigned int>(seed >> 32) ^ 0xaaaaaaaau;
        for (int i = 0; i < 3; i++) {
            state->one[i] = static_cast<unsigned int>((i == 1 ? high : low) * 12345 % M1);
            state->two[i] = static_cast<unsigned int>((i == 1 ? low : high) * 12345 % M2);
        }
    }
    state->has_single = state->has_double = false;
    skipahead_subsequence(subsequence, state);
    skipahead(offset, state);
}

HIPIFY_RANDOM_DISTRIBUTIONS(hiprandStateMRG32k3a)
