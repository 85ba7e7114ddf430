// CUB's `CubDebugExit`, which hipCUB lacks beside `HipcubDebug`. A function, so that a program may define a macro of that name.
#ifndef HIPIFY_CUB_DEBUG_H
#define HIPIFY_CUB_DEBUG_H
#if defined(__cplusplus)

#include <cstdio>
#include <cstdlib>

template <typename Status>
inline void CubDebugExit(Status status, const char *file = __builtin_FILE(), int line = __builtin_LINE()) {
    const hipError_t error = static_cast<hipError_t>(status);
    if (error != hipSuccess) {
        std::fprintf(stderr, "HIP error %d [%s, %d]: %s\n", static_cast<int>(error), file, line, hipGetErrorString(error));
        std::exit(1);
    }
}

#endif
#endif
