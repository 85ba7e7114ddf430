// compile: no, the string has no end
#include <cuda_runtime.h>
__global__ void k(int *p) {
    asm volatile("membar.gl;" ::: "me p[0] = 2;
#include <cuda_runtime.h>
    f();
    g(0));
}
