// port-options: --launch macro
#include <cuda_runtime.h>

__global__ void k(int *p) { *p = 1; }
void go(int *p, unsigned n) {
    k<<<{n, 2, 1}, {32, 4, 1}>>>(p);
    k<<<dim3{n, 2}, dim3{32, 4}>>>(p);
}
