// may-change: comments and strings, PTX becomes C++ with functions of its own
#pragma once
#include <cuda_fp16.h>
#if __CUDA_ARCH__ >= 800
#include <cuda_bf16.h>
#endif

namespace tiles {

template <int bytes> __device__ void copy(void *to, const void *from, int given, bool wanted) {
    const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(to));
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;\n" ::"r"(address), "l"(from) : "memory");
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;\n" ::"r"(address), "l"(from), "n"(bytes), "r"(given));
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p cp.async.ca.shared.global [%1], [%2], 4; }" ::"r"((int)wanted), "r"(address), "l"(from));
}

template <int pending> __device__ void wait() {
    asm volatile("cp.async.commit_group;\n" ::);
    asm volatile("cp.async.wait_group %0;\n" ::"n"(pending));
    asm volatile("cp.async.wait_all;");
}

// A function's call within an operand, and other uses of the address.
__device__ float loaded(const float *tile) {
    float value;
    asm("ld.shared.f32 %0, [%1+8];" : "=f"(value) : "r"((unsigned)__cvta_generic_to_shared(tile)));
    asm volatile("st.shared.f32 [%0], %1;" ::"l"(__cvta_generic_to_shared(tile)), "f"(value * 2));
    return value;
}

}  // namespace tiles
