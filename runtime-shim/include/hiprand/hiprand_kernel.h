// hipRAND's device interface: generators that threads have for themselves. Words, uniform numbers and, but for rounding, normal numbers
// are those of cuRAND's generators of the same name, seed, sequence and offset; Poisson numbers are others.
#pragma once

#include <hip/hip_runtime.h>
#include <hiprand/hiprand.h>

#include <hiprand/hipify/discrete.h>
#include <hiprand/hipify/distributions.h>
#include <hiprand/hipify/mrg32k3a.h>
#include <hiprand/hipify/mtgp32.h>
#include <hiprand/hipify/philox.h>
#include <hiprand/hipify/sobol.h>
#include <hiprand/hipify/xorwow.h>

// A class of its own, as in AMD's header: host code that saw that one asks for kernels by names with this class in them.
struct hiprandState : hiprandStateXORWOW {};

typedef hiprandStateXORWOW hiprandStateXORWOW_t;
typedef hiprandState hiprandState_t;
typedef hiprandStateMRG32k3a hiprandStateMRG32k3a_t;
typedef hiprandStateMtgp32 hiprandStateMtgp32_t;
typedef hiprandStatePhilox4_32_10 hiprandStatePhilox4_32_10_t;
typedef hiprandStateSobol32 hiprandStateSobol32_t;
typedef hiprandStateScrambledSobol32 hiprandStateScrambledSobol32_t;
typedef hiprandStateSobol64 hiprandStateSobol64_t;
typedef hiprandStateScrambledSobol64 hiprandStateScrambledSobol64_t;

// Host code may see AMD's headers while device code for the CPU sees these: what it allocates must be enough.
static_assert(sizeof(hiprandStateXORWOW) <= 48 && sizeof(hiprandStateMRG32k3a) <= 48 && sizeof(hiprandStatePhilox4_32_10) <= 48,
              "states are no larger than AMD's");
