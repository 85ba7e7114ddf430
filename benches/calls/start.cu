// What a program pays that uses the runtime at all, and has one kernel.
#include <cuda_runtime.h>

__global__ void nothing() {}

int main() { return cudaFree(nullptr) == cudaSuccess ? 0 : 1; }
