// The reduction of an old tutorial: no barriers once 32 threads are left.
// run: no
#include "support.h"

__device__ void warpReduce(volatile int *sdata, int tid) {
    sdata[tid] += sdata[tid + 32]; // hazard: (HIP1014)
    sdata[tid] += sdata[tid + 16];
    sdata[tid] += sdata[tid + 8];
    sdata[tid] += sdata[tid + 4];
    sdata[tid] += sdata[tid + 2];
    sdata[tid] += sdata[tid + 1];
}

__global__ void reduce(const int *in, int *out) {
    extern __shared__ int sdata[];
    const int tid = threadIdx.x;
    sdata[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (int s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid < 32) warpReduce(sdata, tid); // hazard: HIP1014
    if (tid == 0) atomicAdd(out, sdata[0]);
}

int main() {
    const int n = 4096;
    int *in = managed<int>(n), *out = managed<int>(1), want = 0;
    for (int i = 0; i < n; i++) want += in[i] = i % 9;
    reduce<<<n / 256, 256, 256 * sizeof(int)>>>(in, out);
    finish();
    std::printf("%d, %d\n", *out, want);
    return report("warp-synchronous", true);
}
