// A copy of as many bytes as there are elements: the rest is read and was never written.
#include "bug.h"

__global__ void clamp(float *p) {
    float &x = p[threadIdx.x];
    if (x > 1) x = 1; // check: init/undefined-branch
}

int main() {
    float host[64] = {}, *p;
    cudaMalloc(&p, sizeof host);
    cudaMemcpy(p, host, BUG(64, sizeof host), cudaMemcpyHostToDevice);
    clamp<<<1, 64>>>(p);
    cudaMemcpy(host, p, BUG(16, sizeof host), cudaMemcpyDeviceToHost);
    cudaFree(p);
}
