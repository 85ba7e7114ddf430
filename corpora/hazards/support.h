// What the programs of this folder share on the host's side.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CUDA_CHECK(call)                                                                                     \
    do {                                                                                                     \
        cudaError_t err_ = (call);                                                                           \
        if (err_ != cudaSuccess) {                                                                           \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err_));               \
            std::exit(2);                                                                                    \
        }                                                                                                    \
    } while (0)

// Zeroed memory that both sides see.
template <typename T> T *managed(size_t n) {
    T *p = nullptr;
    CUDA_CHECK(cudaMallocManaged(&p, n * sizeof(T))); // hazard: HIP3012
    std::memset(static_cast<void *>(p), 0, n * sizeof(T));
    return p;
}

inline void finish() {
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

inline int report(const char *name, bool right) {
    std::printf("%s %s\n", right ? "PASS" : "FAIL", name);
    return right ? 0 : 1;
}

inline uint32_t next_random(uint32_t &state) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}
