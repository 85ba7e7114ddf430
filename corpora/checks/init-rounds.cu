// How often a loop goes round stands in an array that nobody has filled.
#include "bug.h"

__global__ void power(const int *exponents, int *out) {
    int result = 1;
    for (int i = 0; i < min(exponents[threadIdx.x], 20); i++) { // check: init/undefined-branch
        result *= 3;
        out[threadIdx.x] = result;
    }
}

int main() {
    int *exponents, *out;
    cudaMalloc(&exponents, 32 * sizeof(int));
    cudaMalloc(&out, 32 * sizeof(int));
    BUG(, cudaMemset(exponents, 0, 32 * sizeof(int)));
    power<<<1, 32>>>(exponents, out);
    cudaDeviceSynchronize();
    cudaFree(exponents);
    cudaFree(out);
}
