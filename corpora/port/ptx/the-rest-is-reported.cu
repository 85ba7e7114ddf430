// compile: no, the assembly is for NVIDIA
#include <cuda_runtime.h>

__device__ unsigned mixed(unsigned a, unsigned shared, const void *global) {
    unsigned d, e;
    asm("vset4.u32.u32.lt %0, %1, %1, 0;" : "=r"(d) : "r"(a));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 64, [%0];" ::"r"(shared), "l"(global));
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(e) : "r"(shared));
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.ne.u32 p, %1, 0;\n\t"
        "testp.finite.f32 p, %1;\n\t"
        "selp.u32 %0, 1, 0, p;\n\t"
        "}"
        : "=r"(e)
        : "r"(a));
    // A label of another block.
    asm("bra ELSEWHERE;");
    return d + e;
}
