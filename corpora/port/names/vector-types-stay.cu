#include <cuda_runtime.h>

__host__ __device__ inline float4 scale(float4 v, float by) {
    return make_float4(v.x * by, v.y * by, v.z * by, v.w * by);
}

dim3 blocks(uint2 size) { return dim3(size.x / 16, size.y / 16); }
