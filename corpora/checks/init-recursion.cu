// A function that calls itself gets a value that nobody has made.
#include "bug.h"

__device__ __noinline__ int depth(const int *parents, int node) {
    const int parent = parents[node]; // check: init/undefined-address
    if (parent < 0) return 0; // check: init/undefined-branch
    return 1 + depth(parents, parent & 31);
}

__global__ void depths(const int *parents, int *out) {
    out[threadIdx.x] = depth(parents, threadIdx.x);
}

int main() {
    int *parents, *out;
    cudaMalloc(&parents, 32 * sizeof(int));
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMemset(parents, 0xff, BUG(31, 32) * sizeof(int));
    const int root = -1;
    // Its value is right, but it was there before the array was copied.
    BUG(, cudaMemcpy(parents, &root, sizeof root, cudaMemcpyHostToDevice));
    depths<<<1, 32>>>(parents, out);
    cudaDeviceSynchronize();
    cudaFree(parents);
    cudaFree(out);
}
