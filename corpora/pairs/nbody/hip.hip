// Accelerations of bodies that attract each other, tile by tile through LDS.
#include <hip/hip_runtime.h>

namespace {

__device__ inline void attract(float3& total, const float4 me, const float4 other, const float epsilon)
{
    const float dx = other.x - me.x;
    const float dy = other.y - me.y;
    const float dz = other.z - me.z;
    const float one_over = rsqrtf(dx * dx + dy * dy + dz * dz + epsilon);
    const float strength = other.w * one_over * one_over * one_over;
    total.x += dx * strength;
    total.y += dy * strength;
    total.z += dz * strength;
}

}  // namespace

__global__ void accelerations(const float4* position, float3* acceleration, int count, float epsilon)
{
    HIP_DYNAMIC_SHARED(float4, cached);

    const int body = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 me = position[body];
    float3 total = make_float3(0.0f, 0.0f, 0.0f);
    for (int first = 0; first < count; first += blockDim.x) {
        cached[threadIdx.x] = position[first + threadIdx.x];
        __syncthreads();
        #pragma unroll 4
        for (int k = 0; k < blockDim.x; k++) {
            attract(total, me, cached[k], epsilon);
        }
        __syncthreads();
    }
    acceleration[body] = total;
}
