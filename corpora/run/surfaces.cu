// Surface objects: written and read in place, x in bytes.
// run: wave-any
// targets: gfx1100,gfx1201,cpu (gfx942 has no texture units)
#include "check.h"

__global__ void fill(cudaSurfaceObject_t surface, int width, int height) {
    const int x = threadIdx.x, y = blockIdx.x;
    if (x < width && y < height) surf2Dwrite(make_float2(x, y), surface, x * sizeof(float2), y);
}

__global__ void turn(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height) {
    const int x = threadIdx.x, y = blockIdx.x;
    if (x >= width || y >= height) return;
    float2 v;
    surf2Dread(&v, from, (width - 1 - x) * sizeof(float2), height - 1 - y);
    surf2Dwrite(make_float2(v.y, v.x), to, x * sizeof(float2), y);
}

static cudaSurfaceObject_t surface_of(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t made = 0;
    CHECK(cudaCreateSurfaceObject(&made, &resource));
    return made;
}

int main() {
    Verdict verdict("surfaces");
    const int width = 20, height = 9;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float2>();
    cudaArray_t a, b;
    CHECK(cudaMallocArray(&a, &format, width, height, cudaArraySurfaceLoadStore));
    CHECK(cudaMallocArray(&b, &format, width, height, cudaArraySurfaceLoadStore));
    const cudaSurfaceObject_t from = surface_of(a), to = surface_of(b);
    fill<<<height, 32>>>(from, width, height);
    turn<<<height, 32>>>(from, to, width, height);
    CHECK(cudaGetLastError());
    std::vector<float> got(2 * width * height), want;
    CHECK(cudaMemcpy2DFromArray(got.data(), 8 * width, b, 0, 0, 8 * width, height, cudaMemcpyDeviceToHost));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) want.insert(want.end(), {float(height - 1 - y), float(width - 1 - x)});
    verdict.same("turned", got, want);
    CHECK(cudaDestroySurfaceObject(from));
    CHECK(cudaDestroySurfaceObject(to));
    CHECK(cudaFreeArray(a));
    CHECK(cudaFreeArray(b));
    return verdict.end();
}
