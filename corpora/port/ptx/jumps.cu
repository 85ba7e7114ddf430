// may-change: strings, PTX becomes C++
#include <cuda_runtime.h>

__device__ void waits_for(const unsigned *flag, unsigned value) {
    asm volatile(
        "{\n"
        "  .reg .pred done;\n"
        "  .reg .u32 now;\n"
        "WAIT_%=:\n"
        "  ld.acquire.gpu.global.u32 now, [%0];\n"
        "  setp.eq.u32 done, now, %1;\n"
        "  @!done bra WAIT_%=;\n"
        "}\n" ::"l"(flag),
        "r"(value)
        : "memory");
}

// The same label in two blocks of a function.
__device__ float clamped(float a, float low, float high) {
    asm("{ .reg .pred p; setp.ge.f32 p, %0, %1; @p bra $L_done; mov.f32 %0, %1; $L_done: }" : "+f"(a) : "f"(low));
    asm("{ .reg .pred p; setp.le.f32 p, %0, %1; @p bra $L_done; mov.f32 %0, %1; $L_done: }" : "+f"(a) : "f"(high));
    return a;
}
