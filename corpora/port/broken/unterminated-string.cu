// compile: no, it is not C++ before either
#include <cuda_runtime.h>

const char *open = "no end cudaFree;
int wait() { return cudaDeviceSynchronize(); }
