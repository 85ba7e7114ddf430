// port-options: --launch macro
#include <cuda_runtime.h>

struct Pair {
    int a, b;
};
__global__ void k(int *p, Pair q) { *p = q.a; }
void go(int *p) { k<<<1, 1>>>(p, Pair{1, 2}); }
