// port-options: --launch macro
#include <cuda_runtime.h>

__global__ void k(int *p) { *p = 1; }
void go(int *p, int n, bool wide) {
    k<<<n > 0 ? (n + 63) / 64 : 1, wide ? 64 : 32>>>(p);
    k<<<n >> 6, 1 << 6, (n & 1) * sizeof(int)>>>(p);
}
