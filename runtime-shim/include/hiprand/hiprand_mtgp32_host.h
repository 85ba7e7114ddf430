// MTGP32's states, made by the host and copied to the device.
#pragma once

#include <hiprand/hiprand_kernel.h>
// As CUDA's header of the kind does.
#include <rocrand/rocrand_mtgp32_11213.h>

#include <cstdlib>

namespace hipify_random {

// The words that a state begins with, as MTGP's own program makes them of a seed.
inline void begin_mtgp32(unsigned int *words, const mtgp32_params_fast_t &set, unsigned int seed) {
    const unsigned int hidden = set.tbl[4] ^ set.tbl[8] << 16;
    unsigned int filled = hidden;
    filled += filled >> 16;
    filled += filled >> 8;
    for (int i = 0; i < MTGP32_WORDS; i++) words[i] = (filled & 0xff) * 0x01010101u;
    words[0] = seed;
    words[1] = hidden;
    for (int i = 1; i < MTGP32_WORDS; i++) words[i] ^= 1812433253u * (words[i - 1] ^ words[i - 1] >> 30) + i;
}

// Copies what was made on the host and frees it.
inline hiprandStatus_t hand_over(void *to, void *made, size_t bytes) {
    const bool copied = made && hipMemcpy(to, made, bytes, hipMemcpyDefault) == hipSuccess;
    std::free(made);
    return copied ? HIPRAND_STATUS_SUCCESS : HIPRAND_STATUS_ALLOCATION_FAILED;
}

} // namespace hipify_random

// Copies the 200 sets of cuRAND's table to the device.
inline hiprandStatus_t hiprandMakeMTGP32Constants(const mtgp32_params_fast_t params[], mtgp32_kernel_params_t *p) {
    mtgp32_kernel_params_t *made = static_cast<mtgp32_kernel_params_t *>(std::calloc(1, sizeof(*made)));
    for (int set = 0; made && set < 200; set++) {
        made->pos_tbl[set] = params[set].pos;
        made->sh1_tbl[set] = params[set].sh1;
        made->sh2_tbl[set] = params[set].sh2;
        for (int i = 0; i < 16; i++) {
            made->param_tbl[set][i] = params[set].tbl[i];
            made->temper_tbl[set][i] = params[set].tmp_tbl[i];
            made->single_temper_tbl[set][i] = params[set].flt_tmp_tbl[i];
        }
    }
    if (made) made->mask[0] = params[0].mask;
    return hipify_random::hand_over(p, made, sizeof(*made));
}

// `n` states on the device, the first with the first set and the seed's first sequence. The constants are not read: states have copies.
inline hiprandStatus_t hiprandMakeMTGP32KernelState(hiprandStateMtgp32_t *s, mtgp32_params_fast_t params[], mtgp32_kernel_params_t *,
                                                    int n, unsigned long long seed) {
    const size_t bytes = sizeof(*s) * n;
    hiprandStateMtgp32_t *made = static_cast<hiprandStateMtgp32_t *>(std::calloc(1, bytes));
    const unsigned int folded = static_cast<unsigned int>(seed ^ seed >> 32);
    for (int i = 0; made && i < n; i++) {
        hipify_random::begin_mtgp32(made[i].m_state.status, params[i], folded + i + 1);
        made[i].m_state.id = i;
        made[i].pos_tbl = params[i].pos;
        made[i].sh1_tbl = params[i].sh1;
        made[i].sh2_tbl = params[i].sh2;
        made[i].mask = params[0].mask;
        for (int j = 0; j < 16; j++) {
            made[i].param_tbl[j] = params[i].tbl[j];
            made[i].temper_tbl[j] = params[i].tmp_tbl[j];
            made[i].single_temper_tbl[j] = params[i].flt_tmp_tbl[j];
        }
    }
    return hipify_random::hand_over(s, made, bytes);
}
