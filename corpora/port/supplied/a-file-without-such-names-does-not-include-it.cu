// port-options: --support-header
#include <cuda_runtime.h>

__global__ void k(int *p) { p[0] = __popc(p[1]); }
