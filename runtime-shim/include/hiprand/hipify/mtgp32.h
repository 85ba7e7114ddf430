// MTGP32 (Saito and Matsumoto, 2010): a Mersenne Twister of period 2^11213 - 1 that the threads of a block, at most 256 of them, take a
// step each of together. States and parameters lie as in rocRAND's headers: host code may see those.
#pragma once

#include <hip/hip_runtime.h>
#include <hiprand/hipify/sobol.h>

// One set of parameters. `tbl`, `tmp_tbl` and `flt_tmp_tbl` have for each number of four bits the sum of what its bits add.
struct mtgp32_params_fast_t {
    int mexp, pos, sh1, sh2;
    unsigned int tbl[16], tmp_tbl[16], flt_tmp_tbl[16], mask;
    unsigned char poly_sha1[21];
};

// The parameters of many states; the states here have a copy of their own.
struct mtgp32_params {
    unsigned int pos_tbl[512];
    unsigned int param_tbl[512][16], temper_tbl[512][16], single_temper_tbl[512][16];
    unsigned int sh1_tbl[512], sh2_tbl[512], mask[1];
};

typedef mtgp32_params mtgp32_kernel_params_t;
typedef mtgp32_params_fast_t mtgp32_fast_params;
typedef mtgp32_params_fast_t mtgp32_fast_param_t;

namespace hipify_random {

// Words of a state: its sequence's last 351, in a ring.
constexpr int MTGP32_WORDS = 351, MTGP32_RING = 1024;

struct Mtgp32Words {
    int offset, id;
    unsigned int status[MTGP32_RING];
};

} // namespace hipify_random

struct hiprandStateMtgp32 {
    hipify_random::Mtgp32Words m_state;
    unsigned int pos_tbl, param_tbl[16], temper_tbl[16], sh1_tbl, sh2_tbl, single_temper_tbl[16], mask;
};

static_assert(sizeof(hiprandStateMtgp32) == 4312, "states are as large as AMD's");

namespace hipify_random {

__device__ inline unsigned int thread_of_block() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }

// What a thread's step adds to the ring, and the word that it gives. No step reads what another of the same turn writes.
__device__ inline unsigned int step(hiprandStateMtgp32 &s, unsigned int thread) {
    unsigned int *ring = s.m_state.status;
    const unsigned int at = s.m_state.offset + thread;
    unsigned int mixed = (ring[at % MTGP32_RING] & s.mask) ^ ring[(at + 1) % MTGP32_RING];
    mixed ^= mixed << s.sh1_tbl;
    mixed ^= ring[(at + s.pos_tbl) % MTGP32_RING] >> s.sh2_tbl;
    const unsigned int made = mixed ^ s.param_tbl[mixed % 16];
    ring[(at + MTGP32_WORDS) % MTGP32_RING] = made;
    unsigned int index = ring[(at + s.pos_tbl - 1) % MTGP32_RING];
    index ^= index >> 16;
    index ^= index >> 8;
    return made ^ s.temper_tbl[index % 16];
}

} // namespace hipify_random

// All threads of the block call this; each gets a word of its own.
__device__ inline unsigned int hiprand(hiprandStateMtgp32 *state) {
    const unsigned int word = hipify_random::step(*state, hipify_random::thread_of_block());
    __syncthreads();
    if (hipify_random::thread_of_block() == 0)
        state->m_state.offset = (state->m_state.offset + blockDim.x * blockDim.y * blockDim.z) % hipify_random::MTGP32_RING;
    __syncthreads();
    return word;
}

__device__ inline float hiprand_uniform(hiprandStateMtgp32 *state) { return hipify_random::unit(hiprand(state)); }

// Of one word, which has 32 bits.
__device__ inline double hiprand_uniform_double(hiprandStateMtgp32 *state) { return hipify_random::wide_unit(hiprand(state)); }

// Quantiles of one word each: threads of a block draw equally often.
__device__ inline double hiprand_normal_double(hiprandStateMtgp32 *state) { return normcdfinv(hipify_random::inside(hiprand(state))); }

__device__ inline float hiprand_normal(hiprandStateMtgp32 *state) { return static_cast<float>(hiprand_normal_double(state)); }

__device__ inline float2 hiprand_normal2(hiprandStateMtgp32 *state) {
    const float first = hiprand_normal(state);
    return make_float2(first, hiprand_normal(state));
}

__device__ inline double2 hiprand_normal2_double(hiprandStateMtgp32 *state) {
    const double first = hiprand_normal_double(state);
    return make_double2(first, hiprand_normal_double(state));
}

__device__ inline float hiprand_log_normal(hiprandStateMtgp32 *state, float mean, float deviation) {
    return expf(mean + deviation * hiprand_normal(state));
}

__device__ inline double hiprand_log_normal_double(hiprandStateMtgp32 *state, double mean, double deviation) {
    return exp(mean + deviation * hiprand_normal_double(state));
}

__device__ inline float2 hiprand_log_normal2(hiprandStateMtgp32 *state, float mean, float deviation) {
    const float2 z = hiprand_normal2(state);
    return make_float2(expf(mean + deviation * z.x), expf(mean + deviation * z.y));
}

__device__ inline double2 hiprand_log_normal2_double(hiprandStateMtgp32 *state, double mean, double deviation) {
    const double2 z = hiprand_normal2_double(state);
    return make_double2(exp(mean + deviation * z.x), exp(mean + deviation * z.y));
}

__device__ inline unsigned int hiprand_poisson(hiprandStateMtgp32 *state, double lambda) {
    return hipify_random::poisson_quantile(hipify_random::inside(hiprand(state)), lambda);
}

// A copy of a state, by all threads of the block.
__device__ inline void hiprand_mtgp32_block_copy(hiprandStateMtgp32 *from, hiprandStateMtgp32 *to) {
    const unsigned int *words = reinterpret_cast<const unsigned int *>(from);
    unsigned int *copies = reinterpret_cast<unsigned int *>(to);
    const unsigned int threads = blockDim.x * blockDim.y * blockDim.z;
    for (unsigned int i = hipify_random::thread_of_block(); i < sizeof(*from) / sizeof(*words); i += threads) copies[i] = words[i];
    __syncthreads();
}

// Has a state take the set of parameters of its number.
__device__ inline void hiprand_mtgp32_set_params(hiprandStateMtgp32 *state, mtgp32_kernel_params_t *sets) {
    const int id = state->m_state.id;
    state->pos_tbl = sets->pos_tbl[id];
    state->sh1_tbl = sets->sh1_tbl[id];
    state->sh2_tbl = sets->sh2_tbl[id];
    state->mask = sets->mask[0];
    for (int i = 0; i < 16; i++) {
        state->param_tbl[i] = sets->param_tbl[id][i];
        state->temper_tbl[i] = sets->temper_tbl[id][i];
        state->single_temper_tbl[i] = sets->single_temper_tbl[id][i];
    }
}
