// compile: gfx90a needs hip-6.4
#include <hip/hip_runtime.h>

__device__ float smallest(const float *p, int n) {
    float best = CUDART_INF_F; // fires
    for (int i = 0; i < n; i++)
        best = fminf(best, p[i]);
    return best + HIP_INF_F;
}
