#include <cuda_runtime.h>
__global__ void k(int *p) {}

void run(int *p) {
    k<<<1, 2>>>; // fires
    k<<<1, 2>>>(p);
}
