#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <cstdio>

int wait() { return cudaDeviceSynchronize(); }
