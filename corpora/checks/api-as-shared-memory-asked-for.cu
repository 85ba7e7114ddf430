// More dynamic shared memory is asked for than a block of the GPU can have beside the static one.
// check with: --as gfx90a
#include "bug.h"

__global__ void reverse(int *p) {
    __shared__ int first[256];
    extern __shared__ int kept[];
    first[threadIdx.x] = p[threadIdx.x];
    kept[threadIdx.x] = p[threadIdx.x + 256];
    __syncthreads();
    p[threadIdx.x] = kept[255 - threadIdx.x] + first[threadIdx.x];
}

int main() {
    int *p;
    cudaMalloc(&p, 512 * sizeof(int));
    cudaMemset(p, 0, 512 * sizeof(int));
    const int most = BUG(64, 32) * 1024;
    if (cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, most) != cudaSuccess) puts("no more"); // check: api/shared-memory
    reverse<<<1, 256, 1024>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
}
