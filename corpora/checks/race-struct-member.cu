// Threads of all blocks leave their result in one structure.
#include "bug.h"

struct Result {
    int where;
    float best;
};

__device__ void keep(Result *result, int i, float v) {
    if (v < 0) {
        result->where = i; // check: race/global race/warp
        result->best = v;
    }
}

__global__ void find(const float *in, Result *results) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    keep(results + BUG(0, i), i, in[i] - 1);
}

int main() {
    float *in;
    Result *results;
    cudaMalloc(&in, 256 * sizeof(float));
    cudaMalloc(&results, 256 * sizeof(Result));
    cudaMemset(in, 0, 256 * sizeof(float));
    find<<<4, 64>>>(in, results);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(results);
}
