// A result is copied by the C library.
#include "bug.h"
#include <cstring>

__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }

int main() {
    static int kept[256];
    int *p;
    cudaMalloc(&p, sizeof kept);
    fill<<<1, 256>>>(p);
    cudaDeviceSynchronize();
    BUG(memcpy(kept, p, sizeof kept), cudaMemcpy(kept, p, sizeof kept, cudaMemcpyDeviceToHost)); // check: memory/host-access
    printf("%d\n", kept[7]);
    cudaFree(p);
}
