// compile: needs hip/hip_math_constants.h
#include <cuda_runtime.h>
#include <math_constants.h>

__device__ float start(bool low) { return low ? -CUDART_INF_F : CUDART_PI_F; }
