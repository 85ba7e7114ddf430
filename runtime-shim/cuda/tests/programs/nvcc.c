/* What an object compiled by nvcc does: registers a fat binary with a kernel and variables, and uses them. */
#include <cuda_runtime_api.h>

#include "check.h"

void **__cudaRegisterFatBinary(void *);
void __cudaRegisterFatBinaryEnd(void **);
void __cudaUnregisterFatBinary(void **);
void __cudaRegisterFunction(void **, const char *, char *, const char *, int, void *, void *, void *, void *, int *);
void __cudaRegisterVar(void **, char *, char *, const char *, int, size_t, int, int);
unsigned __cudaPushCallConfiguration(struct dim3, struct dim3, size_t, struct CUstream_st *);
cudaError_t __cudaPopCallConfiguration(struct dim3 *, struct dim3 *, size_t *, void *);

static float table[4];

static void square(float *values) { (void)values; }

int main(void) {
    int binary[6] = {0x466243b1, 1};
    void **handle = __cudaRegisterFatBinary(binary);
    __cudaRegisterFunction(handle, (const char *)square, (char *)"_Z6squarePf", "_Z6squarePf", -1, 0, 0, 0, 0, 0);
    __cudaRegisterVar(handle, (char *)table, (char *)"table", "table", 0, sizeof table, 1, 0);
    __cudaRegisterFatBinaryEnd(handle);
    struct dim3 grid = {2, 3, 4}, block = {32, 1, 1}, g, b;
    size_t shared = 0;
    cudaStream_t stream = 0;
    CHECK(__cudaPushCallConfiguration(grid, block, 48, (cudaStream_t)2));
    CHECK(__cudaPopCallConfiguration(&g, &b, &shared, &stream));
    TRUE(g.x == 2 && g.y == 3 && g.z == 4 && b.x == 32 && shared == 48 && stream == (cudaStream_t)2);
    EQUAL(__cudaPopCallConfiguration(&g, &b, &shared, &stream), cudaErrorMissingConfiguration);
    float *values = NULL;
    void *arguments[] = {&values};
    EQUAL(cudaLaunchKernel((const void *)square, grid, block, arguments, 0, 0), cudaErrorNoKernelImageForDevice);
    EQUAL(cudaLaunchKernel((const void *)square, grid, block, arguments, 0, 0), cudaErrorNoKernelImageForDevice);
    EQUAL(cudaGetLastError(), cudaErrorNoKernelImageForDevice);
    /* Its variables are nowhere either. */
    void *address = NULL;
    size_t size = 0;
    float from[4] = {1, 2, 3, 4};
    EQUAL(cudaMemcpyToSymbol(table, from, sizeof from, 0, cudaMemcpyHostToDevice), cudaErrorInvalidSymbol);
    EQUAL(cudaGetLastError(), cudaErrorInvalidSymbol);
    EQUAL(cudaMemcpyFromSymbol(from, table, sizeof from, 0, cudaMemcpyDeviceToHost), cudaErrorInvalidSymbol);
    EQUAL(cudaGetSymbolAddress(&address, table), cudaErrorInvalidSymbol);
    EQUAL(cudaGetSymbolSize(&size, table), cudaErrorInvalidSymbol);
    TRUE(address == NULL && size == 0 && from[3] == 4);
    __cudaUnregisterFatBinary(handle);
    puts("all is well");
    return 0;
}
