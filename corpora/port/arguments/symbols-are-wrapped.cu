#include <cuda_runtime.h>

__constant__ float table[16];
__device__ int counter;

void set(const float *values, int *out) {
    cudaMemcpyToSymbol(table, values, sizeof(table));
    cudaMemcpyToSymbol(table, values, 4, 8, cudaMemcpyHostToDevice);
    cudaMemcpyFromSymbol(out, counter, sizeof(int));
    void *address = nullptr;
    size_t bytes = 0;
    cudaGetSymbolAddress(&address, counter);
    cudaGetSymbolSize(&bytes, table);
}
