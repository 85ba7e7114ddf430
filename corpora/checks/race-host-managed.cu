// The host reads managed memory before the kernel that writes it has been waited for.
#include "bug.h"

__global__ void square(int *p, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] *= p[i];
}

int main() {
    const int n = 256;
    int *p, sum = 0;
    cudaMallocManaged(&p, n * sizeof(int));
    for (int i = 0; i < n; i++) p[i] = i;
    square<<<2, 128>>>(p, n);
    BUG(, cudaDeviceSynchronize());
    for (int i = 0; i < n; i++) sum += p[i]; // check: race/host
    cudaDeviceSynchronize();
    printf("%d\n", sum);
    cudaFree(p);
}
