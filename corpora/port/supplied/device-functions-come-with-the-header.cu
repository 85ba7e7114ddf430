// port-options: --support-header
#include <cstdio>
#include <cuda_runtime.h>

__global__ void k(int *p, float *q) {
    p[0] = __dp4a(p[1], p[2], p[3]);
    p[4] = __vadd2(p[5], p[6]);
    q[0] = __fadd_ru(q[1], q[2]);
    atomicAdd_block(p, 1);
    __nanosleep(100);
}

int main() { printf("%d\n", cudaGetLastError()); }
