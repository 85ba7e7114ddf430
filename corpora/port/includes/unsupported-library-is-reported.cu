// known-wrong: nothing is said
// compile: no, there is no such library for HIP
#include <cuda_runtime.h>
#include <npp.h>
#include <optix.h>

int wait() { return cudaDeviceSynchronize(); }
