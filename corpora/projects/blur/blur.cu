// Blurs a picture through a texture into a surface, and copies a volume with pitched memory.

#include "image.cuh"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#define WEIGHTS 5

__constant__ float weights[WEIGHTS] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

__global__ void blur_rows(cudaTextureObject_t in, cudaSurfaceObject_t out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
#pragma unroll
    for (int i = 0; i < WEIGHTS; i++) sum += weights[i] * tex2D<float>(in, x + i - WEIGHTS / 2 + 0.5f, y + 0.5f);
    surf2Dwrite(sum, out, x * int(sizeof(float)), y, cudaBoundaryModeTrap);
}

#if defined(BLUR_REFERENCES) && CUDART_VERSION < 12000
texture<float, 1, cudaReadModeElementType> line;

__global__ void copy_line(float *out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = tex1Dfetch(line, i);
}

static bool references_work(const std::vector<float> &values) {
    const size_t bytes = values.size() * sizeof(float);
    float *in, *out;
    cudaMalloc((void **)&in, bytes);
    cudaMalloc((void **)&out, bytes);
    cudaMemcpy(in, values.data(), bytes, cudaMemcpyHostToDevice);
    cudaBindTexture(NULL, line, in, bytes);
    copy_line<<<(values.size() + 255) / 256, 256>>>(out, values.size());
    cudaUnbindTexture(line);
    std::vector<float> got(values.size());
    cudaMemcpy(got.data(), out, bytes, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    return got == values;
}
#else
static bool references_work(const std::vector<float> &) { return true; }
#endif

__global__ void scale_volume(cudaPitchedPtr volume, int width, int height, int depth, float by) {
    const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    if (x >= width || y >= height || z >= depth) return;
    char *slice = (char *)volume.ptr + z * volume.pitch * height;
    reinterpret_cast<float *>(slice + y * volume.pitch)[x] *= by;
}

static bool volumes_work() {
    const int width = 30, height = 20, depth = 10;
    std::vector<float> in(width * height * depth), out(in.size());
    for (size_t i = 0; i < in.size(); i++) in[i] = float(i);
    const cudaExtent extent = make_cudaExtent(width * sizeof(float), height, depth);
    cudaPitchedPtr volume;
    if (cudaMalloc3D(&volume, extent) != cudaSuccess) return false;

    cudaMemcpy3DParms parameters = {0};
    parameters.srcPtr = make_cudaPitchedPtr(in.data(), width * sizeof(float), width, height);
    parameters.dstPtr = volume;
    parameters.extent = extent;
    parameters.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&parameters);
    scale_volume<<<dim3(height, depth), 32>>>(volume, width, height, depth, 2.0f);
    std::swap(parameters.srcPtr, parameters.dstPtr);
    parameters.dstPtr = make_cudaPitchedPtr(out.data(), width * sizeof(float), width, height);
    parameters.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&parameters);
    cudaFree(volume.ptr);
    for (size_t i = 0; i < in.size(); i++)
        if (out[i] != 2 * in[i]) return false;
    return true;
}

int main() {
    const int width = 200, height = 120;
    std::vector<float> pixels(width * height), got(pixels.size());
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) pixels[y * width + x] = float((x * 7 + y * 13) % 31);

    Image in(width, height, pixels.data()), out(width, height, nullptr, cudaArraySurfaceLoadStore);
    if (in.status() != cudaSuccess || out.status() != cudaSuccess) {
        std::printf("blur: %s\n", cudaGetErrorString(in.status()));
        return 1;
    }
    const cudaTextureObject_t texture = in.texture(cudaFilterModePoint);
    const cudaSurfaceObject_t surface = out.surface();
    const dim3 block(16, 8), grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    blur_rows<<<grid, block>>>(texture, surface, width, height);
    cudaDeviceSynchronize();
    out.read(got.data());
    cudaDestroyTextureObject(texture);
    cudaDestroySurfaceObject(surface);

    const float host_weights[WEIGHTS] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
    float worst = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float sum = 0;
            for (int i = 0; i < WEIGHTS; i++)
                sum += host_weights[i] * pixels[y * width + std::min(std::max(x + i - WEIGHTS / 2, 0), width - 1)];
            worst = std::max(worst, std::fabs(sum - got[y * width + x]));
        }
    const bool good = worst < 1e-4f && volumes_work() && references_work(pixels);
    std::printf("blur: worst difference %g: %s\n", worst, good ? "PASS" : "FAIL");
    return !good;
}
