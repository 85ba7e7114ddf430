// The runtime header is included by way of a macro: no second include is added, nor when the result is ported again.
#define RUNTIME <cuda_runtime.h>
#include RUNTIME

int main() { return cudaDeviceSynchronize(); }
