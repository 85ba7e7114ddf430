// Three launches: numbers, their multiples, and addresses of these.
#include <cuda_runtime.h>

__global__ void fill(float *a) { a[blockIdx.x] = static_cast<float>(blockIdx.x); }
__global__ void scale(const float *a, float *b) { b[blockIdx.x] = a[blockIdx.x] * FACTOR; }
__global__ void link_up(float **links, float *b) { links[blockIdx.x] = b + blockIdx.x; }

int main() {
    float *a, *b, **links;
    if (cudaMalloc(&a, 6000) || cudaMalloc(&b, 5000) || cudaMalloc(&links, 1000 * sizeof(float *))) return 1;
    fill<<<1250, 1>>>(a);
    scale<<<1250, 1>>>(a, b);
    link_up<<<1000, 1>>>(links, b);
    if (cudaDeviceSynchronize()) return 2;
    return cudaFree(a) || cudaFree(b) || cudaFree(links);
}
