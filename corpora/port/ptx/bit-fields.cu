// may-change: strings, the instructions become expressions
#include <cuda_runtime.h>

__device__ unsigned fields(unsigned a, unsigned b, unsigned position, unsigned length) {
    unsigned d, e, f;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(position), "r"(length));
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(e) : "r"(a), "r"(b), "r"(position), "r"(length));
    asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(f) : "r"(a), "r"(d), "r"(e));
    return f;
}

__device__ unsigned summed(unsigned a, unsigned b, unsigned c) {
    unsigned d, e, f;
    asm("vshr.u32.u32.u32.clamp.add %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    asm("vshl.u32.u32.u32.wrap %0, %1, %2;" : "=r"(e) : "r"(a), "r"(b));
    asm("vadd.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(f) : "r"(d), "r"(e), "r"(c));
    return f;
}
