// Places are read from an array of which only the first half is made.
#include "bug.h"

__global__ void order(int *places) {
    if (threadIdx.x < BUG(16, 32)) places[threadIdx.x] = 31 - threadIdx.x;
}

__global__ void gather(const int *places, const float *in, float *out) {
    const int place = places[threadIdx.x];
    out[threadIdx.x] = in[place & 31]; // check: init/undefined-address
}

int main() {
    int *places;
    float *in, *out;
    cudaMalloc(&places, 32 * sizeof(int));
    cudaMalloc(&in, 32 * sizeof(float));
    cudaMalloc(&out, 32 * sizeof(float));
    cudaMemset(in, 0, 32 * sizeof(float));
    order<<<1, 32>>>(places);
    gather<<<1, 32>>>(places, in, out);
    cudaDeviceSynchronize();
    cudaFree(places);
    cudaFree(in);
    cudaFree(out);
}
