#include <cuda_runtime.h>

#define LAUNCH(kernel, n) kernel<<<(n), 64>>>

__global__ void one(int *p) { *p = 1; }

void go(int *p) { LAUNCH(one, 2)(p); }
