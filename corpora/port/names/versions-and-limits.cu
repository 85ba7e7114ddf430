#include <cuda_runtime.h>

int report() {
    int driver = 0, runtime = 0;
    size_t heap = 0, free = 0, total = 0;
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
    cudaMemGetInfo(&free, &total);
    return driver + runtime + int(heap + free + total);
}
