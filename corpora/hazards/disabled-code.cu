// An older version of the reduction is kept, switched off; comments and texts talk of it: __shfl_down_sync(0xffffffff, v, 16).
// run: wave-any
#include "support.h"

#if 0
#define WARP_SIZE 32
__device__ int warp_sum(int v) {
    for (int offset = 16; offset > 0; offset >>= 1) v += __shfl_down_sync(0xffffffff, v, offset);
    unsigned votes = __ballot_sync(0xffffffff, v > 0);
    return __popc(votes);
}
#endif

/* The lane was threadIdx.x & 31, the warp threadIdx.x >> 5, and
   asm("mma.sync.aligned.m16n8k16") stood here. */
__global__ void sum(const int *in, int *out, int n) {
    __shared__ int tree[256];
    const int tid = threadIdx.x;
    tree[tid] = tid < n ? in[tid] : 0;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) { // for (int s = 16; ...) with shuffles once
        if (tid < s) tree[tid] += tree[tid + s];
        __syncthreads();
    }
    if (tid == 0) *out = tree[0];
}

static const char *help = "usage: disabled-code [n]\n"
                          "  needs a device with warpSize != 32 or == 32, __syncwarp() is not used\n"
                          "  compute_80 and sm_90 are both fine, kernel.ptx is not read\n";

int main(int argc, char **) {
    if (argc > 2) std::fputs(help, stderr);
    const int n = 200;
    int *in = managed<int>(n), *out = managed<int>(1), want = 0;
    for (int i = 0; i < n; i++) want += in[i] = i;
    sum<<<1, 256>>>(in, out, n);
    finish();
    return report("disabled-code", *out == want);
}
