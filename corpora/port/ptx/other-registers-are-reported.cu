// compile: no, the assembly is for NVIDIA
#include <cuda_runtime.h>

__device__ float mixed(float *shared, unsigned address, float value) {
    float d;
    // A float in a register of bits, an address in shared memory, and a jump.
    asm("ld.global.b32 %0, [%1];" : "=f"(d) : "l"(shared));
    asm("ld.shared.f32 %0, [%1];" : "=f"(d) : "r"(address));
    asm("{ .reg .pred p; setp.gt.f32 p, %1, 0f00000000; @p bra DONE; mov.f32 %0, %1; DONE: }" : "=f"(d) : "f"(value));
    return d;
}
