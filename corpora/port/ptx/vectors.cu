// may-change: strings, the instructions become loads and stores
#include <cuda_runtime.h>

__device__ void copy(const float *from, float *to) {
    float a, b, c, d;
    asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
                 : "l"(from));
    asm volatile("st.global.v2.f32 [%0 + 8], {%1, %2};" ::"l"(to), "f"(a + b), "f"(c + d) : "memory");
}
