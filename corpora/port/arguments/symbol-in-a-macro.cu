#include <cuda_runtime.h>

#define SET(symbol, value) cudaMemcpyToSymbol(symbol, &value, sizeof(value))
__constant__ float scale;
void set(float value) { SET(scale, value); }
