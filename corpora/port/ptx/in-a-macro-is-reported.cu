// compile: no, the assembly is for NVIDIA
#include <cuda_runtime.h>

#define SPECIAL(name) asm volatile("mov.u32 %0, %%" #name ";" : "=r"(value))
__device__ unsigned warp() {
    unsigned value;
    SPECIAL(warpid);
    return value;
}
