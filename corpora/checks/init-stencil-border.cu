// Two arrays take turns, and only one of them has a border.
#include "bug.h"

__global__ void step(const double *in, double *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) out[i] = 0.5 * (in[i - 1] + in[i + 1]);
}

int main() {
    const int n = 200;
    double *a, *b;
    std::vector<double> host(n);
    cudaMalloc(&a, n * sizeof(double));
    cudaMalloc(&b, n * sizeof(double));
    cudaMemset(a, 0, n * sizeof(double));
    BUG(, cudaMemset(b, 0, n * sizeof(double)));
    for (int i = 0; i < 3; i++) {
        step<<<2, 128>>>(a, b, n);
        std::swap(a, b);
    }
    cudaMemcpy(host.data(), a, n * sizeof(double), cudaMemcpyDeviceToHost); // check: init/undefined-copy
    printf("%g\n", host[1]);
    cudaFree(a);
    cudaFree(b);
}
