// compile: no, the assembly is for NVIDIA
#include <cuda_runtime.h>

__device__ unsigned mixed(unsigned a, unsigned b, unsigned *shared, const void *global) {
    unsigned d, e;
    asm("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0}, {%1}, {%2}, {%0};" : "=r"(d) : "r"(a), "r"(b));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared), "l"(global));
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.ne.u32 p, %1, 0;\n\t"
        "slct.u32.s32 %0, 1, 0, %1;\n\t"
        "}"
        : "=r"(e)
        : "r"(a));
    return d + e;
}
