#ifdef __HIP_PLATFORM_AMD__
#include <hip/hip_runtime.h>
#define gpuMalloc hipMalloc
#else
#include <cuda_runtime.h>
#define gpuMalloc cudaMalloc
#endif

int get(void **p) { return gpuMalloc(p, 64); }
