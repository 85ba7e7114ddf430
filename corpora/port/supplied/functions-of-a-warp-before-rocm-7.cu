// port-options: --support-header --rocm 6.4
#include <cuda_runtime.h>

__global__ void k(int *p) {
    int sum = __reduce_add_sync(0xffffffffu, p[threadIdx.x]);
    __syncwarp();
    p[threadIdx.x] = sum;
}
