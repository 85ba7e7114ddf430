// Accelerations of bodies that attract each other, tile by tile through shared memory.
#include <cuda_runtime.h>

__device__ float3 pull(float4 on, float4 by, float3 sum, float softening) {
    float3 r = make_float3(by.x - on.x, by.y - on.y, by.z - on.z);
    float square = r.x * r.x + r.y * r.y + r.z * r.z + softening;
    float inverse = rsqrtf(square);
    float s = by.w * inverse * inverse * inverse;
    sum.x += r.x * s;
    sum.y += r.y * s;
    sum.z += r.z * s;
    return sum;
}

__global__ void accelerations(const float4 *bodies, float3 *out, int n, float softening) {
    extern __shared__ float4 tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 mine = bodies[i];
    float3 sum = {0.0f, 0.0f, 0.0f};
    for (int start = 0; start < n; start += blockDim.x) {
        tile[threadIdx.x] = bodies[start + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int j = 0; j < blockDim.x; j++) sum = pull(mine, tile[j], sum, softening);
        __syncthreads();
    }
    out[i] = sum;
}
