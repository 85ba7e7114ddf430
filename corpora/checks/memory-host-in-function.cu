// A function of the host sums what it takes for memory of its own.
#include "bug.h"

static double sum(const double *p, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += p[i]; // check: memory/host-access
    return sum;
}

__global__ void fill(double *p) { p[threadIdx.x] = 0.25; }

int main() {
    std::vector<double> here(64);
    double *there;
    cudaMalloc(&there, 64 * sizeof(double));
    fill<<<1, 64>>>(there);
    cudaMemcpy(here.data(), there, 64 * sizeof(double), cudaMemcpyDeviceToHost);
    printf("%g\n", sum(BUG(there, here.data()), 64));
    cudaFree(there);
}
