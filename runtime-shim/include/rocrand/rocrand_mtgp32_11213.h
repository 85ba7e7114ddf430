// The sets of parameters of MTGP32 under the name of rocRAND's table; they are cuRAND's, where rocRAND has 512 others.
#pragma once

#include <hiprand/hipify/mtgp32.h>

// What each number of four bits adds: the sum of what its bits do.
#define HIPIFY_MTGP32_SUMS(a, b, c, d, m)                                                                                    \
    {m(0), m(a), m(b), m(a ^ b), m(c), m(a ^ c), m(b ^ c), m(a ^ b ^ c), m(d), m(a ^ d), m(b ^ d), m(a ^ b ^ d), m(c ^ d),   \
     m(a ^ c ^ d), m(b ^ c ^ d), m(a ^ b ^ c ^ d)}
#define HIPIFY_MTGP32_WORD(x) ((x) & 0xffffffffu)
// As the bits of a float from one to two.
#define HIPIFY_MTGP32_FLOAT(x) (0x3f800000u ^ (x) >> 9)
#define HIPIFY_MTGP32_BYTES(w) (w) >> 24, (w) >> 16 & 255, (w) >> 8 & 255, (w) & 255
#define HIPIFY_MTGP32(pos, sh1, sh2, p1, p2, p4, p8, t1, t2, t4, t8, d1, d2, d3, d4, d5)                                     \
    {11213, pos, sh1, sh2, HIPIFY_MTGP32_SUMS(0x##p1##u, 0x##p2##u, 0x##p4##u, 0x##p8##u, HIPIFY_MTGP32_WORD),               \
     HIPIFY_MTGP32_SUMS(0x##t1##u, 0x##t2##u, 0x##t4##u, 0x##t8##u, HIPIFY_MTGP32_WORD),                                     \
     HIPIFY_MTGP32_SUMS(0x##t1##u, 0x##t2##u, 0x##t4##u, 0x##t8##u, HIPIFY_MTGP32_FLOAT), 0xfff80000u,                       \
     {HIPIFY_MTGP32_BYTES(0x##d1##u), HIPIFY_MTGP32_BYTES(0x##d2##u), HIPIFY_MTGP32_BYTES(0x##d3##u),                        \
      HIPIFY_MTGP32_BYTES(0x##d4##u), HIPIFY_MTGP32_BYTES(0x##d5##u), 0}},

static mtgp32_params_fast_t mtgp32dc_params_fast_11213[] __attribute__((unused)) = {
#include <hiprand/hipify/mtgp32_sets.h>
};

#undef HIPIFY_MTGP32
#undef HIPIFY_MTGP32_BYTES
#undef HIPIFY_MTGP32_FLOAT
#undef HIPIFY_MTGP32_WORD
#undef HIPIFY_MTGP32_SUMS

#define mtgpdc_params_11213_num 200
