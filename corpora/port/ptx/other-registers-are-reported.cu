// compile: no, the assembly is for NVIDIA
// may-change: strings, PTX becomes C++
#include <cuda_runtime.h>

__device__ float mixed(float *global, unsigned long long bits, float value) {
    float d;
    // A float in a register of bits.
    asm("ld.global.b32 %0, [%1];" : "=f"(d) : "l"(global));
    // A float where a double is asked for, and an address that is none.
    asm("add.f64 %0, %1, %2;" : "=f"(d) : "f"(value), "f"(value));
    asm("ld.global.f32 %0, [%1];" : "=f"(d) : "f"(value));
    return d;
}
