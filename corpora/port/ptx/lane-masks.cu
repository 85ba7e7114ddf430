// may-change: strings, the instruction becomes an expression
#include <cuda_runtime.h>

__device__ unsigned masks() {
    unsigned lt, le, gt, ge, eq;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
    asm("mov.u32 %0, %%lanemask_le;" : "=r"(le));
    asm("mov.u32 %0, %%lanemask_gt;" : "=r"(gt));
    asm("mov.u32 %0, %%lanemask_ge;" : "=r"(ge));
    asm("mov.u32 %0, %%lanemask_eq;" : "=r"(eq));
    return lt ^ le ^ gt ^ ge ^ eq;
}
