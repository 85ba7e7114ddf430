// XORWOW: five words that shift, and a counter. Steps ahead are powers of x modulo the characteristic polynomial of the shifts.
#pragma once

#include <hiprand/hipify/distributions.h>

struct hiprandStateXORWOW : hipify_random::Spare {
    unsigned int words[5], counter;
};

namespace hipify_random {

// A polynomial over the field of two elements, lowest coefficients first.
struct Polynomial {
    unsigned int words[5];
};

// The characteristic polynomial less x^160.
__device__ inline Polynomial xorwow_characteristic() {
    return {{0x00060001u, 0x08610030u, 0x00062121u, 0x0f3c0035u, 0x00000f0eu}};
}

// x^(2^67): from one sequence to the next.
__device__ inline Polynomial xorwow_sequence() {
    return {{0x26294934u, 0x77bbc248u, 0x1a87dad0u, 0x930052d4u, 0x947e6dd2u}};
}

__device__ inline Polynomial product(const Polynomial &a, const Polynomial &b) {
    const Polynomial characteristic = xorwow_characteristic();
    Polynomial made = {{0, 0, 0, 0, 0}};
    for (int bit = 159; bit >= 0; bit--) {
        const unsigned int carry = 0u - (made.words[4] >> 31), other = 0u - (b.words[bit / 32] >> (bit % 32) & 1u);
        for (int i = 4; i > 0; i--) made.words[i] = made.words[i] << 1 | made.words[i - 1] >> 31;
        made.words[0] <<= 1;
        for (int i = 0; i < 5; i++) made.words[i] ^= (characteristic.words[i] & carry) ^ (a.words[i] & other);
    }
    return made;
}

__device__ inline Polynomial power(Polynomial base, unsigned long long exponent) {
    Polynomial made = {{1, 0, 0, 0, 0}};
    for (; exponent; exponent >>= 1) {
        if (exponent & 1) made = product(made, base);
        if (exponent > 1) base = product(base, base);
    }
    return made;
}

__device__ inline void shift(hiprandStateXORWOW &state) {
    unsigned int *w = state.words;
    const unsigned int mixed = w[0] ^ w[0] >> 2, last = w[4];
    for (int i = 0; i < 4; i++) w[i] = w[i + 1];
    w[4] = last ^ last << 4 ^ mixed ^ mixed << 1;
}

// The sum of the states that the coefficients name.
__device__ inline void jump(hiprandStateXORWOW &state, const Polynomial &by) {
    unsigned int sum[5] = {0, 0, 0, 0, 0};
    for (int bit = 0; bit < 160; bit++) {
        const unsigned int taken = 0u - (by.words[bit / 32] >> (bit % 32) & 1u);
        for (int i = 0; i < 5; i++) sum[i] ^= state.words[i] & taken;
        shift(state);
    }
    for (int i = 0; i < 5; i++) state.words[i] = sum[i];
}

} // namespace hipify_random

__device__ inline unsigned int hiprand(hiprandStateXORWOW *state) {
    hipify_random::shift(*state);
    state->counter += 362437u;
    return state->words[4] + state->counter;
}

__device__ inline void skipahead(unsigned long long words, hiprandStateXORWOW *state) {
    if (words == 0) return;
    hipify_random::jump(*state, hipify_random::power({{2, 0, 0, 0, 0}}, words));
    state->counter += 362437u * static_cast<unsigned int>(words);
}

__device__ inline void skipahead_sequence(unsigned long long sequences, hiprandStateXORWOW *state) {
    if (sequences) hipify_random::jump(*state, hipify_random::power(hipify_random::xorwow_sequence(), sequences));
}

__device__ inline void skipahead_subsequence(unsigned long long sequences, hiprandStateXORWOW *state) {
    skipahead_sequence(sequences, state);
}

__device__ inline void hiprand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                                    hiprandStateXORWOW *state) {
    const unsigned int low = 1099087573u * (static_cast<unsigned int>(seed) ^ 0xaad26b49u);
    const unsigned int high = 2591861531u * (static_cast<unsigned int>(seed >> 32) ^ 0xf7dcefddu);
    state->words[0] = 123456789u + low;
    state->words[1] = 362436069u ^ low;
    state->words[2] = 521288629u + high;
    state->words[3] = 88675123u ^ high;
    state->words[4] = 5783321u + low;
    state->counter = 6615241u + high + low;
    state->has_single = state->has_double = false;
    skipahead_sequence(sequence, state);
    skipahead(offset, state);
}

HIPIFY_RANDOM_DISTRIBUTIONS(hiprandStateXORWOW)
