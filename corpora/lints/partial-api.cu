#include <cuda_runtime.h>

void allocate(void **p) {
    auto by = cudaMallocHost; // fires
    by(p, 4);
    cudaMallocHost(p, 4);
}
