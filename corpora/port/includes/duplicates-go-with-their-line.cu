#include <cstdio>
#include <cuda_runtime.h>  // the runtime
#include <cuda_runtime_api.h>
#include <vector>
#include <cuda_runtime.h>

int wait() { return cudaDeviceSynchronize(); }
