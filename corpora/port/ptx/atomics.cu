// may-change: strings, the instructions become clang's builtins
#include <cuda_runtime.h>

__device__ int flags(int *flag, unsigned long long *sum) {
    int seen;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    asm volatile("red.release.gpu.global.add.s32 [%0], %1;" ::"l"(flag), "r"(1) : "memory");
    asm volatile("red.global.add.u64 [%0], %1;" ::"l"(sum), "l"(2ull) : "memory");
    asm volatile("st.release.sys.s32 [%0], %1;" ::"l"(flag + 1), "r"(seen) : "memory");
    return seen;
}
