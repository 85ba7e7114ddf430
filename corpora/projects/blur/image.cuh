#pragma once

#include <cstddef>
#include <cuda_runtime.h>

// A picture in an array of the device, with what textures and surfaces need.
class Image {
  public:
    Image(int width, int height, const float *pixels, unsigned flags = cudaArrayDefault) : width_(width), height_(height) {
        cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        status_ = cudaMallocArray(&array_, &format, width, height, flags);
        if (status_ == cudaSuccess && pixels) {
            const std::size_t row = width * sizeof(float);
            status_ = cudaMemcpy2DToArray(array_, 0, 0, pixels, row, row, height, cudaMemcpyHostToDevice);
        }
    }
    ~Image() { cudaFreeArray(array_); }
    Image(const Image &) = delete;
    Image &operator=(const Image &) = delete;

    cudaTextureObject_t texture(cudaTextureFilterMode filter) const {
        cudaTextureDesc description = {};
        description.addressMode[0] = cudaAddressModeClamp;
        description.addressMode[1] = cudaAddressModeClamp;
        description.filterMode = filter;
        description.readMode = cudaReadModeElementType;
        description.normalizedCoords = 0;
        cudaResourceDesc resource = describe();
        cudaTextureObject_t texture = 0;
        cudaCreateTextureObject(&texture, &resource, &description, NULL);
        return texture;
    }

    cudaSurfaceObject_t surface() const {
        cudaResourceDesc resource = describe();
        cudaSurfaceObject_t surface = 0;
        cudaCreateSurfaceObject(&surface, &resource);
        return surface;
    }

    void read(float *pixels) const {
        const std::size_t row = width_ * sizeof(float);
        cudaMemcpy2DFromArray(pixels, row, array_, 0, 0, row, height_, cudaMemcpyDeviceToHost);
    }

    cudaArray_t array() const { return array_; }
    cudaError_t status() const { return status_; }

  private:
    cudaResourceDesc describe() const {
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array_;
        return resource;
    }

    int width_, height_;
    cudaArray_t array_ = nullptr;
    cudaError_t status_ = cudaSuccess;
};
