// Doubles an image's size by the texture unit's linear filter.
// run: no
#include "support.h"

__global__ void enlarge(cudaTextureObject_t image, float *out, int width, int height) { // hazard: (HIP2009)
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = tex2D<float>(image, (x + 0.5f) / 2, (y + 0.5f) / 2); // hazard: HIP2009
}

int main() {
    const int width = 32, height = 16;
    std::vector<float> image(width * height);
    for (int i = 0; i < width * height; i++) image[i] = (float)(i % width);
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CUDA_CHECK(cudaMallocArray(&array, &format, width, height));
    CUDA_CHECK(cudaMemcpy2DToArray(array, 0, 0, image.data(), width * 4, width * 4, height, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModeLinear;
    description.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture = 0;
    CUDA_CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr)); // hazard: (HIP2009)
    float *out = managed<float>(4 * width * height);
    enlarge<<<dim3(width * 2 / 16, height * 2 / 16), dim3(16, 16)>>>(texture, out, width * 2, height * 2);
    finish();
    bool right = fabsf(out[20] - 9.75f) < 0.01f;
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);
    return report("texture-filter", right);
}
