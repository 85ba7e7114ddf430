// port-options: --support-header
#include <hip/hip_runtime.h>
#include "hipify_device.h"

__global__ void k(int *p) { p[0] = __dp4a(p[1], p[2], p[3]); }
