#include <cuda_runtime.h>

__device__ __forceinline__ float norm(float3 v) {
    return rsqrtf(fmaf(v.x, v.x, fmaf(v.y, v.y, v.z * v.z)));
}

__global__ void __launch_bounds__(256) bits(unsigned *out, const unsigned *__restrict__ in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __popc(in[i]) + __clz(in[i]) + __ffs(in[i]) + __brev(in[i]) + __float2int_rn(norm(make_float3(1, 2, 3)));
    __threadfence();
    __syncthreads();
}
