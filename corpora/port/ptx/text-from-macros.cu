// compile: fails, a macro of another header has PTX in it
// may-change: strings, PTX becomes C++
#include <opcodes.h>
#include <cuda_runtime.h>

#if __CUDA_ARCH__ >= 350
#define LOAD "ld.global.cs.nc.u32"
#define LOAD_PAIR "ld.global.cs.nc.v2.u32"
#else
#define LOAD "ld.global.cs.u32"
#define LOAD_PAIR "ld.global.cs.v2.u32"
#endif
#define SUFFIX ".u32"
#ifdef WIDE
#define ORDER ".relaxed.sys"
#else
#define ORDER ".relaxed.gpu"
#endif

__device__ unsigned int load(const unsigned int *p) {
    unsigned int value, low, high;
    asm(LOAD " {%0}, [%1 + 4];" : "=r"(value) : "l"(p));
    asm(LOAD_PAIR " {%0, %1}, [%2 + 8];" : "=r"(low), "=r"(high) : "l"(p));
    asm("add" SUFFIX " %0, %0, %1;" : "+r"(value) : "r"(low));
    return value + high;
}

// Branches that mean different things, and what another header defines.
__device__ unsigned int differs(const unsigned int *p) {
    unsigned int value;
    asm volatile("ld" ORDER ".global" SUFFIX " %0, [%1];" : "=r"(value) : "l"(p));
    asm(LOAD_OF_ANOTHER_HEADER " %0, [%1];" : "=r"(value) : "l"(p));
    return value;
}
