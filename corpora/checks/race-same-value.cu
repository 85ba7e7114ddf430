// All threads that find something say so, which harms nobody; how often they do is counted without atomic operations.
#include "bug.h"

__global__ void find(const int *in, bool *found, int *count) {
    if (in[threadIdx.x] == 0) {
        *found = true;
        BUG(*count += 1, atomicAdd(count, 1)); // check: race/global race/warp
    }
}

int main() {
    int *in, *count;
    bool *found;
    cudaMalloc(&in, 128 * sizeof(int));
    cudaMalloc(&count, sizeof(int));
    cudaMalloc(&found, 1);
    cudaMemset(in, 0, 128 * sizeof(int));
    cudaMemset(count, 0, sizeof(int));
    find<<<1, 128>>>(in, found, count);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(count);
    cudaFree(found);
}
