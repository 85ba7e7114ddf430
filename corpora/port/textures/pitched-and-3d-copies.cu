// compile: needs hip-6.0
#include <cuda_runtime.h>

void copy(const float *host, size_t width, size_t height, size_t depth) {
    float *plane = nullptr;
    size_t pitch = 0;
    cudaMallocPitch(&plane, &pitch, width * sizeof(float), height);
    cudaMemcpy2D(plane, pitch, host, width * 4, width * 4, height, cudaMemcpyHostToDevice);
    cudaPitchedPtr volume;
    cudaMalloc3D(&volume, make_cudaExtent(width * 4, height, depth));
    cudaMemcpy3DParms parameters = {};
    parameters.srcPtr = make_cudaPitchedPtr((void *)host, width * 4, width, height);
    parameters.dstPtr = volume;
    parameters.extent = make_cudaExtent(width * 4, height, depth);
    parameters.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&parameters);
}
