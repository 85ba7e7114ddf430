// Sum of a vector: shuffles in a warp, one slot a warp in shared memory, the first warp adds the slots.
// run: wave-32
#include "support.h"

__device__ float warpReduceSum(float val) {
    for (int offset = 16; offset > 0; offset >>= 1)         // hazard: HIP1009
        val += __shfl_down_sync(0xffffffff, val, offset);   // hazard: HIP1001 (HIP1010) HIP1016
    return val;
}

__device__ float blockReduceSum(float val) {
    static __shared__ float shared[32];                     // hazard: HIP1012
    int lane = threadIdx.x & 31;                            // hazard: HIP1005
    int wid = threadIdx.x >> 5;                             // hazard: HIP1006
    val = warpReduceSum(val);
    if (lane == 0) shared[wid] = val;
    __syncthreads();
    val = (threadIdx.x < (blockDim.x >> 5)) ? shared[lane] : 0.0f; // hazard: (HIP1006) (HIP1012)
    if (wid == 0) val = warpReduceSum(val);
    return val;
}

__global__ void reduceKernel(const float *in, float *out, int n) {
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum += in[i];
    sum = blockReduceSum(sum);
    if (threadIdx.x == 0) atomicAdd(out, sum);
}

int main() {
    const int n = 1 << 16;
    float *in = managed<float>(n), *out = managed<float>(1);
    for (int i = 0; i < n; i++) in[i] = 0.5f;
    reduceKernel<<<64, 256>>>(in, out, n);
    finish();
    bool right = out[0] == 0.5f * n;
    cudaFree(in);
    cudaFree(out);
    return report("block-reduce", right);
}
