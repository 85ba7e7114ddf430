#include <cuda_runtime.h>

typedef float *Grid;
void hand(Grid *first, Grid *second);

static Grid CUDA_source, CUDA_target;

void step() {
    float CUDA_sum = 0, *CUDA_parts[2] = {nullptr, nullptr}, CUDA_rest;
    CUDA_rest = CUDA_sum + (CUDA_parts[0] ? *CUDA_parts[0] : 0);
    hand(&CUDA_source, &CUDA_target);
    cudaDeviceSynchronize();
}
