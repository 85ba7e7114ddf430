// may-change: strings, a block becomes an expression with variables
#include <cuda_runtime.h>

__device__ unsigned chosen(unsigned a, unsigned b) {
    unsigned d;
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.ne.u32 p, %1, 0;\n\t"
        "selp.u32 %0, 1, %2, p;\n\t"
        "@p shl.b32 %0, %0, 2;\n\t"
        "}"
        : "=r"(d)
        : "r"(a), "r"(b));
    return d;
}
