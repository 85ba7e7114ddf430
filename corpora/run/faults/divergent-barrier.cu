// Half of a warp waits at one barrier, half at another: an error that says so, not a hang.
// run: wave-any
// nvcc: none, newer NVIDIA GPUs let such threads pass
// stderr: threads of one warp wait at different barriers
// stderr: apart
#include "../check.h"

__global__ void apart(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    if (threadIdx.x % 2) {
        __syncthreads();
        out[threadIdx.x] = s[63 - threadIdx.x] + 1;
    } else {
        out[threadIdx.x] = s[threadIdx.x];
        __syncthreads();
        out[threadIdx.x] += s[63 - threadIdx.x];
    }
}

int main() {
    Verdict verdict("divergent-barrier");
    Array<int> out(64);
    apart<<<1, 64>>>(out.p);
    verdict.holds("waiting tells", cudaDeviceSynchronize() != cudaSuccess);
    return verdict.end();
}
