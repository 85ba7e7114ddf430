// port-options: --launch macro
#include <cuda_runtime.h>

#define CONFIG 4, 64
#define GRID(n) (((n) + 63) / 64)

__global__ void k(int *p) { *p = 1; }
void go(int *p) {
    k<<<GRID(100), 64>>>(p);
    k<<<CONFIG>>>(p);
}
