// A structure lies in memory of the device, and the host reads a pointer of it.
#include "bug.h"

struct Vector {
    int size;
    float *values;
};

__global__ void clear(const Vector *vector) {
    if (threadIdx.x < vector->size) vector->values[threadIdx.x] = 0;
}

int main() {
    Vector here = {64, nullptr}, *there;
    cudaMalloc(&here.values, 64 * sizeof(float));
    cudaMalloc(&there, sizeof here);
    cudaMemcpy(there, &here, sizeof here, cudaMemcpyHostToDevice);
    clear<<<1, 64>>>(there);
    cudaDeviceSynchronize();
    float *values = BUG(there, (&here))->values; // check: memory/host-access
    cudaFree(values);
    cudaFree(there);
}
