#include <cuda_runtime.h>
int a() { return cudaDeviceSynchronize(); }
int b() { return cudaDeviceReset(); }
