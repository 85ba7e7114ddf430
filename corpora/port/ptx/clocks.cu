// may-change: strings, the instruction becomes a call
#include <cuda_runtime.h>

__device__ long long ticks() {
    long long now;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(now));
    return now;
}
