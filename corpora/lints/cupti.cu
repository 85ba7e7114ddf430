// compile: gfx90a
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>

void profile() {
    cudaProfilerStart(); // fires
    cudaDeviceSynchronize();
    cudaProfilerStop(); // fires
}
