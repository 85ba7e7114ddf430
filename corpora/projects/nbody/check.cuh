// Stops the program at the first call that fails.
#ifndef NBODY_CHECK_CUH
#define NBODY_CHECK_CUH

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                     \
    do {                                                                                                \
        const cudaError_t status = (call);                                                              \
        if (status != cudaSuccess) {                                                                    \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status)); \
            std::exit(EXIT_FAILURE);                                                                    \
        }                                                                                               \
    } while (0)

#endif
