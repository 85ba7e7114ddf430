#include <cuda_runtime.h>

int my_cudaMalloc = 1, cudaMalloc_count = 2, xcudaFree = 3;

int sum() { return my_cudaMalloc + cudaMalloc_count + xcudaFree + cudaDeviceSynchronize(); }
