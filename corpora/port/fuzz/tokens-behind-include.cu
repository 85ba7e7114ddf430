// A second include goes with what stands behind its header name.
#include <cuda_runtime.h>
#include <cuda_runtime.h> #if __CUDACC__
#include <cuda_runtime.h> extra // this comment stays

int main() { return cudaDeviceSynchronize(); }
