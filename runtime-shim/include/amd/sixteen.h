// What functions of 16-bit numbers are written with beside AMD's headers: templates, so that AMD's own are chosen where it has one.
// `sixteen_end.h` takes the macros back.
#define HIPIFY_QUALIFIERS_H
#define HIPIFY_MATH_H
#define HIPIFY_BOTH inline __attribute__((host, device, always_inline))
#define HIPIFY_EXACT _Pragma("clang fp contract(off) reassociate(off)")
#define HIPIFY_SIXTEEN template <typename HipifyUnused = void> HIPIFY_BOTH
#include "../hip/hipify/sixteen.h"
#include "../hip/hipify/sixteen_bit.h"
