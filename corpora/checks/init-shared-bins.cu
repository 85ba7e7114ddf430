// Bins in shared memory that are counted up and never set to zero.
#include "bug.h"

__global__ void count(const unsigned char *in, unsigned *out, int n) {
    __shared__ unsigned bins[16];
    BUG(, if (threadIdx.x < 16) bins[threadIdx.x] = 0);
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&bins[in[i] & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}

int main() {
    unsigned char *in;
    unsigned *out, host[16];
    cudaMalloc(&in, 500);
    cudaMalloc(&out, sizeof host);
    cudaMemset(in, 3, 500);
    count<<<1, 64>>>(in, out, 500);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost); // check: init/undefined-copy
    printf("%u\n", host[3]);
    cudaFree(in);
    cudaFree(out);
}
