// compile: gfx90a
// lint-options: --target gfx90a,gfx942
#include <hip/hip_runtime.h>

__global__ void waves(float *p) {
    const int lane = threadIdx.x & 63;
    const int half = __shfl_down(lane, 32);
    p[half] = __popc(__ballot(lane > 3)); // fires: HIP1004
}
