// Philox4x32-10: a counter, scrambled by a key in ten rounds, gives four words.
#pragma once

#include <hiprand/hipify/distributions.h>

struct hiprandStatePhilox4_32_10 : hipify_random::Spare {
    // Words given, and the sequence.
    unsigned long long at, sequence, key;
};

namespace hipify_random {

__device__ inline uint4 scrambled(unsigned long long key, unsigned long long sequence, unsigned long long block) {
    unsigned int c[4] = {static_cast<unsigned int>(block), static_cast<unsigned int>(block >> 32),
                         static_cast<unsigned int>(sequence), static_cast<unsigned int>(sequence >> 32)};
    unsigned int low = static_cast<unsigned int>(key), high = static_cast<unsigned int>(key >> 32);
    for (int round = 0; round < 10; round++) {
        const unsigned long long one = 0xd2511f53ull * c[0], two = 0xcd9e8d57ull * c[2];
        c[0] = static_cast<unsigned int>(two >> 32) ^ c[1] ^ low;
        c[2] = static_cast<unsigned int>(one >> 32) ^ c[3] ^ high;
        c[1] = static_cast<unsigned int>(two);
        c[3] = static_cast<unsigned int>(one);
        low += 0x9e3779b9u;
        high += 0xbb67ae85u;
    }
    return make_uint4(c[0], c[1], c[2], c[3]);
}

} // namespace hipify_random

__device__ inline unsigned int hiprand(hiprandStatePhilox4_32_10 *state) {
    const uint4 block = hipify_random::scrambled(state->key, state->sequence, state->at / 4);
    const unsigned int place = state->at++ % 4;
    return place == 0 ? block.x : place == 1 ? block.y : place == 2 ? block.z : block.w;
}

__device__ inline uint4 hiprand4(hiprandStatePhilox4_32_10 *state) {
    if (state->at % 4 == 0) {
        const uint4 block = hipify_random::scrambled(state->key, state->sequence, state->at / 4);
        state->at += 4;
        return block;
    }
    uint4 made;
    made.x = hiprand(state), made.y = hiprand(state), made.z = hiprand(state), made.w = hiprand(state);
    return made;
}

__device__ inline void skipahead(unsigned long long words, hiprandStatePhilox4_32_10 *state) { state->at += words; }

__device__ inline void skipahead_sequence(unsigned long long sequences, hiprandStatePhilox4_32_10 *state) {
    state->sequence += sequences;
}

__device__ inline void skipahead_subsequence(unsigned long long sequences, hiprandStatePhilox4_32_10 *state) {
    state->sequence += sequences;
}

__device__ inline void hiprand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                                    hiprandStatePhilox4_32_10 *state) {
    state->key = seed;
    state->sequence = sequence;
    state->at = offset;
    state->has_single = state->has_double = false;
}

namespace hipify_random {

// cuRAND makes single numbers of double precision of one word of this generator.
__device__ inline double uniform_double(hiprandStatePhilox4_32_10 &s) {
    return static_cast<double>(hiprand(&s)) * (1.0 / 4294967296.0) + 0.5 / 4294967296.0;
}

} // namespace hipify_random

HIPIFY_RANDOM_DISTRIBUTIONS(hiprandStatePhilox4_32_10)

__device__ inline float4 hiprand_uniform4(hiprandStatePhilox4_32_10 *state) {
    float4 made;
    made.x = hiprand_uniform(state), made.y = hiprand_uniform(state);
    made.z = hiprand_uniform(state), made.w = hiprand_uniform(state);
    return made;
}

__device__ inline double2 hiprand_uniform2_double(hiprandStatePhilox4_32_10 *state) {
    double2 made;
    made.x = hipify_random::fine(*state), made.y = hipify_random::fine(*state);
    return made;
}

__device__ inline double4 hiprand_uniform4_double(hiprandStatePhilox4_32_10 *state) {
    double4 made;
    made.x = hipify_random::fine(*state), made.y = hipify_random::fine(*state);
    made.z = hipify_random::fine(*state), made.w = hipify_random::fine(*state);
    return made;
}

__device__ inline float4 hiprand_normal4(hiprandStatePhilox4_32_10 *state) {
    const float2 one = hiprand_normal2(state), two = hiprand_normal2(state);
    return make_float4(one.x, one.y, two.x, two.y);
}

__device__ inline double4 hiprand_normal4_double(hiprandStatePhilox4_32_10 *state) {
    const double2 one = hiprand_normal2_double(state), two = hiprand_normal2_double(state);
    return make_double4(one.x, one.y, two.x, two.y);
}

__device__ inline float4 hiprand_log_normal4(hiprandStatePhilox4_32_10 *state, float mean, float deviation) {
    const float4 z = hiprand_normal4(state);
    return make_float4(expf(mean + deviation * z.x), expf(mean + deviation * z.y), expf(mean + deviation * z.z),
                       expf(mean + deviation * z.w));
}

__device__ inline uint4 hiprand_poisson4(hiprandStatePhilox4_32_10 *state, double lambda) {
    uint4 made;
    made.x = hiprand_poisson(state, lambda), made.y = hiprand_poisson(state, lambda);
    made.z = hiprand_poisson(state, lambda), made.w = hiprand_poisson(state, lambda);
    return made;
}
