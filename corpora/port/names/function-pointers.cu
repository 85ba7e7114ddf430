#include <cuda_runtime.h>

using Free = cudaError_t (*)(void *);
Free release = cudaFree;
Free release_too = &cudaFree;

int run(void *p) { return release(p) + release_too(p) + (*(&cudaFree))(nullptr); }
