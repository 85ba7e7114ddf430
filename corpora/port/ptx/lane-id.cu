// may-change: strings, the instruction becomes an expression
#include <cuda_runtime.h>

__device__ unsigned lane() {
    unsigned id;
    asm("mov.u32 %0, %%laneid;" : "=r"(id));
    return id;
}
__device__ unsigned lane_volatile() {
    unsigned id;
    asm volatile("mov.u32 %0, %laneid;" : "=r"(id));
    return id;
}
