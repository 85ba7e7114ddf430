#include <cuda_runtime.h>

texture<float, 1, cudaReadModeElementType> line;
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> image;

__global__ void k(float *out) { out[0] = tex1Dfetch(line, 0) + tex2D(image, 0.5f, 0.5f).x; }

void bind(const float *data, size_t bytes, cudaArray *array) {
    line.filterMode = cudaFilterModePoint;
    image.addressMode[0] = cudaAddressModeWrap;
    cudaBindTexture(0, line, data, bytes);
    cudaBindTextureToArray(image, array);
    cudaUnbindTexture(line);
}
