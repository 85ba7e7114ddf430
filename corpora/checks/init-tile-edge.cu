// The last column of a tile is not filled where the matrix ends before the tile does.
#include "bug.h"

__global__ void blur(const float *in, float *out, int width) {
    __shared__ float tile[34];
    const int i = threadIdx.x, x = blockIdx.x * 32 + i;
    if (x < width) tile[i + 1] = in[x];
    if (i == 0) tile[0] = x > 0 ? in[x - 1] : 0;
    if (i == 31 BUG(&& x + 1 < width, )) tile[33] = x + 1 < width ? in[x + 1] : 0;
    __syncthreads();
    if (x < width) out[x] = (tile[i] + tile[i + 1] + tile[i + 2]) / 3;
}

int main() {
    const int width = 64;
    float host[width] = {}, *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    blur<<<2, 32>>>(in, out, width);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost); // check: init/undefined-copy
    printf("%g\n", host[0]);
    cudaFree(in);
    cudaFree(out);
}
