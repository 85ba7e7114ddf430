// port-tree: cudaHelpers.h
// compile: no, the local header is not there
#include "cudaHelpers.h"
#include <cuda_runtime.h>

int go() { return cudaDeviceSynchronize(); }
