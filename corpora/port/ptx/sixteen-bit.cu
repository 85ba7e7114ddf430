// may-change: comments and strings, PTX becomes C++ with functions of its own
#include <cuda_fp16.h>

__device__ unsigned short function_of(unsigned short x) {
    unsigned short y;
    asm volatile("tanh.approx.f16 %0, %1;" : "=h"(y) : "h"(x));
    return y;
}

__device__ unsigned pairs(unsigned x, unsigned y, float a, float b) {
    unsigned e, f, g, t;
    asm volatile("ex2.approx.f16x2 %0, %1;" : "=r"(e) : "r"(x));
    asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(f) : "r"(x), "r"(y), "r"(e));
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(g) : "f"(a), "f"(b));
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(t) : "f"(a));
    return f ^ g ^ t;
}

__device__ float flushed(float x, float y) {
    asm("mul.ftz.f32 %0, %0, %1;" : "+f"(x) : "f"(y));
    return x;
}
