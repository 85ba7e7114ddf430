// compile: no, it is not C++ before either
#include <cuda_runtime.h>

int wait() { return cudaDeviceSynchronize(); }
/* a comment that never ends: cudaFree
int more() { return cudaDeviceReset(); }
