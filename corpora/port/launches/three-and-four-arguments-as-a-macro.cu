// port-options: --launch macro
#include <cuda_runtime.h>

__global__ void k(int *p, int n) { *p = n; }
void go(int *p, cudaStream_t stream) {
    k<<<4, 64, 128 * sizeof(int)>>>(p, 1);
    k<<<4, 64, 0, stream>>>(p, 2);
}
