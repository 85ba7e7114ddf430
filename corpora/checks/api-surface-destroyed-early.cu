// A surface object is destroyed after another stream than that of its kernel has been waited for, and its array before a copy out of it has ended.
#include "bug.h"

__global__ void write(cudaSurfaceObject_t surface) { surf1Dwrite(float(threadIdx.x), surface, threadIdx.x * sizeof(float)); }

int main() {
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &format, 64, 0, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface = 0;
    cudaCreateSurfaceObject(&surface, &resource);
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    write<<<1, 64, 0, first>>>(surface);
    cudaStreamSynchronize(BUG(second, first));
    cudaDestroySurfaceObject(surface); // check: api/destroyed-in-use
    float *host;
    cudaMallocHost(&host, 64 * sizeof(float));
    cudaStreamSynchronize(first);
    cudaMemcpy2DFromArrayAsync(host, 64 * sizeof(float), array, 0, 0, 64 * sizeof(float), 1, cudaMemcpyDeviceToHost, first);
    BUG(, cudaStreamSynchronize(first));
    cudaFreeArray(array); // check: api/destroyed-in-use
    cudaStreamSynchronize(first);
    cudaFreeHost(host);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
}
