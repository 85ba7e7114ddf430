// port-options: --launch macro
#include <cuda_runtime.h>

__global__ void k(int *p) { *p = 1; }
void go(int *p) {
    dim3 grid(2, 2);
    dim3 block(8, 8);
    k<<<grid, block>>>(p);
    k<<<dim3(1), dim3(1, 2, 3)>>>(p);
}
