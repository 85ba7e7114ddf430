// HIP_SYMBOL is a macro of one parameter, and HIP's asynchronous copies have no default for their offset and kind.
#include <cuda_runtime.h>

template <typename T, int N>
__constant__ T table[N];

void fill(const float *from) {
    cudaMemcpyToSymbol(table<float, 16>, from, 16 * sizeof(float));
    cudaMemcpyToSymbolAsync(table<float, 16>, from, 16 * sizeof(float));
    cudaMemcpyToSymbolAsync(table<float, 16>, from, 8 * sizeof(float), 8 * sizeof(float));
    float back[16];
    cudaMemcpyFromSymbolAsync(back, table<float, 16>, sizeof back);
    void *p;
    cudaGetSymbolAddress(&p, table<float, 16>);
}
