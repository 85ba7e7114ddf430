// CUDA's mathematics for host code: AMD's headers have the functions for the device alone. Between `begin.h` and `end.h`.
#ifndef HIPIFY_AMD_HOST_MATH_H
#define HIPIFY_AMD_HOST_MATH_H

// AMD's headers take its place for the device.
#undef HIPIFY_MATH_SPECIAL_H
// A function of the program by the same name is preferred.
#define HIPIFY_BY_NAME template <typename HipifyUnused = void> inline __attribute__((host))
#include "../hip/hipify/math_by_name.h"

#endif
