// The marks of functions of the bundled headers that are read beside AMD's: those headers' qualifiers and mathematics stand in
// the place of our own. `end.h` takes the marks away.
#define HIPIFY_QUALIFIERS_H
#define HIPIFY_STANDARD_H
#define HIPIFY_MATH_H
#define HIPIFY_MATH_SPECIAL_H
#define HIPIFY_DEVICE inline __attribute__((device, always_inline))
#define HIPIFY_BOTH inline __attribute__((host, device, always_inline))
// Templates with a parameter that nothing gives, so that functions of the program and of AMD by these names are preferred.
#define HIPIFY_SUPPLIED template <typename HipifyUnused = void> HIPIFY_DEVICE
#define HIPIFY_SUPPLIED_BOTH template <typename HipifyUnused = void> HIPIFY_BOTH
// A template of the program is preferred to one that has a pack more.
#define HIPIFY_SUPPLIED_OF(T) template <typename T, typename... HipifyUnused> HIPIFY_DEVICE
#define HIPIFY_NOTHING_MORE , HipifyUnused...
#define HIPIFY_EXACT _Pragma("clang fp contract(off) reassociate(off)")
#include "preferred.h"
