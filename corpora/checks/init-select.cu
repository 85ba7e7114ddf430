// One of two values is taken by a condition that nobody has made.
#include "bug.h"

__global__ void choose(const bool *which, const float *a, const float *b, float *out) {
    const int i = threadIdx.x;
    const float first = a[i], second = b[i];
    out[i] = which[i] ? 2 * first : second + 1; // check: init/undefined-branch
}

int main() {
    bool *which;
    float host[64], *a, *b, *out;
    cudaMalloc(&which, 64);
    cudaMalloc(&a, 64 * sizeof(float));
    cudaMalloc(&b, 64 * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMemset(a, 0, 64 * sizeof(float));
    cudaMemset(b, 1, 64 * sizeof(float));
    BUG(, cudaMemset(which, 0, 64));
    choose<<<1, 64>>>(which, a, b, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g\n", host[0]);
    cudaFree(which);
    cudaFree(a);
    cudaFree(b);
    cudaFree(out);
}
