#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <cupti.h> // fires
#define CHECK(x) if ((x) != cudaSuccess) return

void profile() {
    cudaProfilerStart(); // fires
    cudaDeviceSynchronize();
    CHECK(cudaProfilerStop()); // fires
}
