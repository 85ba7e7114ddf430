// compile: gfx90a
#include <hip/hip_runtime.h>
#pragma nv_diag_suppress 177 // fires
#if defined(__NVCC__) && !defined(__HIPCC__)
#pragma nv_diag_suppress 178
#endif

__global__ void clear(int *p) {
#pragma unroll
    for (int i = 0; i < 4; i++)
        p[i] = 0;
}
