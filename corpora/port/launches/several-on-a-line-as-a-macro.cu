// port-options: --launch macro
#include <cuda_runtime.h>

__global__ void a(int *p) { *p = 1; }
__global__ void b(int *p) { *p = 2; }
void go(int *p) { a<<<1, 1>>>(p); b<<<1, 1>>>(p); if (p) a<<<1, 1>>>(p); else b<<<1, 1>>>(p); }
