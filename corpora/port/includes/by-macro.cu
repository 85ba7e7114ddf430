// compile: no, the header that the macro names is not this file's to change
#define RUNTIME_HEADER <cuda_runtime.h>
#include RUNTIME_HEADER

int wait() { return cudaDeviceSynchronize(); }
