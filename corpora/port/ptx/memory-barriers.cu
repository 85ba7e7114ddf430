// may-change: strings, the instruction becomes a call
#include <cuda_runtime.h>

__global__ void k(int *p) {
    p[0] = 1;
    asm volatile("membar.cta;" ::: "memory");
    p[1] = 2;
    asm volatile("membar.gl;" ::: "memory");
    p[2] = 3;
    __asm__ __volatile__("membar.sys;" ::: "memory");
    p[3] = 4;
}
