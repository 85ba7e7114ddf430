// compile: gfx90a
#include <hip/hip_runtime.h>
#ifdef __CUDACC__ // fires
#define HD __host__ __device__
#else
#define HD
#endif
#ifndef __CUDACC__ // fires
void host_only();
#endif
