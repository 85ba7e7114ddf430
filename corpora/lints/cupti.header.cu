#include <cuda_runtime.h>
#include <cupti.h> // fires
#define CHECK(x) if ((x) != cudaSuccess) return

void profile() {
    CHECK(cudaProfilerStop()); // fires
}
