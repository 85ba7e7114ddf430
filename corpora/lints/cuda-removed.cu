// lint-options: --cuda 12.0
#include <cuda_runtime.h>

texture<float, 1> image;

void bind(float *p) {
    cudaBindTexture(0, image, p, 4); // fires
    cudaDeviceSynchronize();
}
