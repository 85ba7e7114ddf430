// compile: no, it is not C++ before either
#include <cuda_runtime.h>

int wait() { return cudaDeviceSynchronize(); }
const char *open = R"x(no end cudaFree )" ;
int more() { return cudaDeviceReset(); }
