#include <cuda_runtime.h>
int Ã( = cudaDeviceSynchronize();
int ÿþý = cudaDeviceReset();
