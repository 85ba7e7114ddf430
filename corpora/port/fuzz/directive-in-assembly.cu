// An assembly statement with a directive inside is not replaced: the directive would go with it.
#include <cuda_runtime.h>

__global__ void k(int *p) {
    asm volatile("membar.gl;"
#ifdef FENCE
                 ::: "memory");
#else
                 );
#endif
    p[0] = 1;
}
