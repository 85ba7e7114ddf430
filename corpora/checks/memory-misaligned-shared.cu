// Doubles in a part of dynamic shared memory that floats leave at an odd place.
#include "bug.h"

__global__ void split(float *out, int floats) {
    extern __shared__ float memory[];
    double *doubles = reinterpret_cast<double *>(memory + floats);
    memory[threadIdx.x % floats] = 1;
    doubles[threadIdx.x] = 2; // check: memory/misaligned
    __syncthreads();
    out[threadIdx.x] = static_cast<float>(doubles[threadIdx.x]);
}

int main() {
    float *out;
    cudaMalloc(&out, 32 * sizeof(float));
    split<<<1, 32, 1024>>>(out, BUG(33, 34));
    cudaDeviceSynchronize();
    cudaFree(out);
}
