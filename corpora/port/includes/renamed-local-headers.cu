// port-options: --rename
// port-tree: util.cuh kernels/sum.cu
// compile: no, the local files are not there
#include "util.cuh"
#include "kernels/sum.cu"
#include <cuda_runtime.h>
#include "other.h"

int wait() { return cudaDeviceSynchronize(); }
