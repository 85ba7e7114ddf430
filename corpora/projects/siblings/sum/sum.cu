// The sum of a block, by a tree in shared memory.
#include "check.cuh"

__global__ void sum(int *data) {
    __shared__ int part[256];
    part[threadIdx.x] = data[threadIdx.x];
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0) data[0] = part[0];
}

int main() {
    int *data;
    cudaMallocManaged(&data, 256 * sizeof(int));
    for (int i = 0; i < 256; i++) data[i] = i;
    sum<<<1, 256>>>(data);
    cudaDeviceSynchronize();
    const int result = data[0];
    cudaFree(data);
    return checked({result}, {255 * 256 / 2});
}
