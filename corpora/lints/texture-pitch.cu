// compile: gfx90a
#include <cuda_runtime.h>

void describes(cudaResourceDesc &resource, float *data, int width, int height, size_t given) {
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = data;
    resource.res.pitch2D.pitchInBytes = width * sizeof(float); // fires
    resource.res.pitch2D.pitchInBytes = 32; // fires
    resource.res.pitch2D.pitchInBytes = 100 * sizeof(float); // fires
    const size_t row = sizeof(float) * width;
    resource.res.pitch2D.pitchInBytes = row; // fires
}

void aligns(cudaResourceDesc *resource, float *data, int width, int height, size_t given, int pitch_elements) {
    resource->res.pitch2D.pitchInBytes = pitch_elements * sizeof(float);
    size_t pitch;
    cudaMallocPitch((void **)&data, &pitch, width * sizeof(float), height);
    resource->res.pitch2D.pitchInBytes = pitch;
    resource->res.pitch2D.pitchInBytes = given;
    resource->res.pitch2D.pitchInBytes = 1024;
    resource->res.pitch2D.pitchInBytes = (width * sizeof(float) + 255) / 256 * 256;
    resource->res.pitch2D.pitchInBytes = 64 * width * sizeof(float) / 1;
    size_t later = width * sizeof(float);
    cudaMallocPitch((void **)&data, &later, width * sizeof(float), height);
    resource->res.pitch2D.pitchInBytes = later;
    if (resource->res.pitch2D.pitchInBytes == 32) return;
}
