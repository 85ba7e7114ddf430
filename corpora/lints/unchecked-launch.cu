#include <cuda_runtime.h>
__global__ void kernel(float *p) { *p = 1; }

void run(float *p) {
    kernel<<<1, 64>>>(p); // fires
    kernel<<<2, 64>>>(p);
    cudaDeviceSynchronize();
}
