// may-change: strings, the instruction becomes a call
#include <cuda_runtime.h>

__global__ void k(int *p) {
    *p = 1;
    asm volatile("bar.sync 0;");
    asm volatile("barrier.sync 0;" ::: "memory");
    *p = 2;
}
