// port-tree: util.cuh
// compile: no, the local file is not there
#include "util.cuh"
#include <cuda_runtime.h>

int wait() { return cudaDeviceSynchronize(); }
