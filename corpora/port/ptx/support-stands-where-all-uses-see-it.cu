// may-change: comments and strings, PTX becomes C++ with functions of its own
#ifndef WARP_H
#define WARP_H
#include <cuda_runtime.h>
#ifdef WITH_STDIO
#include <cstdio>
#endif
extern "C" {
#include <stdint.h>
}

#ifdef FAST
__device__ unsigned here() {
    unsigned mask;
    asm volatile("activemask.b32 %0;" : "=r"(mask));
    return mask;
}
#else
#include <cstdlib>
namespace slow {
__device__ unsigned here() {
    unsigned mask;
    asm volatile("activemask.b32 %0;" : "=r"(mask));
    return mask;
}
}  // namespace slow
#endif
#endif
