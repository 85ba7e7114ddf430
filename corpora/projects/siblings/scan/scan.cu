// Running sums of a block, step by step in shared memory.
#include "check.cuh"

__global__ void scan(int *data) {
    __shared__ int part[64];
    const int i = threadIdx.x;
    part[i] = data[i];
    for (int by = 1; by < 64; by *= 2) {
        __syncthreads();
        const int more = i >= by ? part[i - by] : 0;
        __syncthreads();
        part[i] += more;
    }
    data[i] = part[i];
}

int main() {
    int *data;
    cudaMallocManaged(&data, 64 * sizeof(int));
    std::vector<int> wanted;
    for (int i = 0; i < 64; i++) {
        data[i] = 1;
        wanted.push_back(i + 1);
    }
    scan<<<1, 64>>>(data);
    cudaDeviceSynchronize();
    const std::vector<int> sums(data, data + 64);
    cudaFree(data);
    return checked(sums, wanted);
}
