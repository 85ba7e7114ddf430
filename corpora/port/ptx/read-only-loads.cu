// may-change: strings, the instruction becomes a call
#include <cuda_runtime.h>

__device__ float load(const float *p) {
    float value;
    asm("ld.global.nc.f32 %0, [%1];" : "=f"(value) : "l"(p));
    return value;
}
