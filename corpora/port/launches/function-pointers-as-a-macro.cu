// port-options: --launch macro
#include <cuda_runtime.h>

__global__ void one(int *p) { *p = 1; }
__global__ void two(int *p) { *p = 2; }
void go(int *p, bool c) {
    void (*kernel)(int *) = one;
    kernel<<<1, 1>>>(p);
    (*kernel)<<<1, 1>>>(p);
    (c ? one : two)<<<1, 1>>>(p);
    void (*table[])(int *) = {one, two};
    table[c]<<<1, 1>>>(p);
}
