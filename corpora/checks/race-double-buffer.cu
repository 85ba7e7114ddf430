// Two buffers take turns, of which one is filled while others still read it: the barrier comes too late.
#include "bug.h"

__global__ void pipeline(const int *in, int *out, int rounds) {
    __shared__ int buffer[2][128];
    const int i = threadIdx.x;
    int sum = 0;
    buffer[0][i] = in[i];
    __syncthreads();
    for (int r = 0; r < rounds; ++r) {
        const int now = r % 2, next = BUG(now, 1 - now);
        if (r + 1 < rounds) buffer[next][i] = in[(r + 1) * 128 + i]; // check: race/shared
        sum += buffer[now][(i + 64) % 128];
        __syncthreads();
    }
    out[i] = sum;
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 1024 * sizeof(int));
    cudaMalloc(&out, 128 * sizeof(int));
    cudaMemset(in, 0, 1024 * sizeof(int));
    pipeline<<<1, 128>>>(in, out, 8);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
