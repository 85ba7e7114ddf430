// Lanes beyond the array have nothing to give, and what they give is used; where nobody uses it all is well.
#include "bug.h"

__global__ void sum(const float *in, float *out, int n) {
    __shared__ float values[32];
    if (threadIdx.x < n) values[threadIdx.x] = in[threadIdx.x];
    float value = values[threadIdx.x];
    for (int offset = 16; offset > 0; offset /= 2) {
        const float other = __shfl_down_sync(0xffffffff, value, offset);
        if (threadIdx.x + offset < BUG(32, n)) value += other;
    }
    if (threadIdx.x == 0) *out = value;
}

int main() {
    float host[20] = {}, *in, *out, result;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof(float));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, 32>>>(in, out, 20);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost); // check: init/undefined-copy
    printf("%g\n", result);
    cudaFree(in);
    cudaFree(out);
}
