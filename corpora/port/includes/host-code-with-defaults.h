// Macros that are defined unless they are depend on no configuration.
#ifndef HOST_CODE_WITH_DEFAULTS_H
#define HOST_CODE_WITH_DEFAULTS_H

#include <iostream>

#ifndef CHECK
#define CHECK(call) check((call), __LINE__)

inline void check(cudaError_t error, int line) {
    if (error != cudaSuccess) std::cerr << line << ": " << cudaGetErrorString(error) << "\n";
}
#endif

#endif
