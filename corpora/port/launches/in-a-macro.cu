#include <cuda_runtime.h>

__global__ void k(int *p, int n) { *p = n; }
#define LAUNCH(kernel, n, ...)                          \
    do {                                                \
        kernel<<<((n) + 255) / 256, 256>>>(__VA_ARGS__); \
        cudaGetLastError();                             \
    } while (0)

void go(int *p) { LAUNCH(k, 1000, p, 1000); }
