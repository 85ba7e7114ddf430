// compile: gfx90a
#include <hip/hip_runtime.h>
#ifdef __NVCC__ // fires
__device__ float helper(float x) { return x; }
#endif
#ifdef __GNUC__
#endif
