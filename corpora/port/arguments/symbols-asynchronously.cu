#include <cuda_runtime.h>

__constant__ float table[16];

void set(float *values, cudaStream_t stream) {
    cudaMemcpyToSymbolAsync(table, values, sizeof(table), 0, cudaMemcpyHostToDevice, stream);
    cudaMemcpyFromSymbolAsync(values, table, sizeof(table), 0, cudaMemcpyDeviceToHost, stream);
}
