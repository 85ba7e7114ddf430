#include <cuda_runtime.h>

cudaArray_t upload(const float *from, size_t width, size_t height) {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaChannelFormatDesc pixel = cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
    cudaArray *array = nullptr;
    cudaMallocArray(&array, &format, width, height);
    cudaMemcpy2DToArray(array, 0, 0, from, width * 4, width * 4, height, cudaMemcpyHostToDevice);
    cudaArray_t volume = nullptr;
    cudaMalloc3DArray(&volume, &pixel, make_cudaExtent(width, height, 2), cudaArrayDefault);
    cudaFreeArray(volume);
    return array;
}
