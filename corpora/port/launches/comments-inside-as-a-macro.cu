// port-options: --launch macro
#include <cuda_runtime.h>

__global__ void k(int *p) { *p = 1; }
void go(int *p) {
    k<<<1 /* grid, really */, 256 /* block */>>>(p /* out */);
    k<<<1,    // one block
        32>>> // one warp
        (p);
}
