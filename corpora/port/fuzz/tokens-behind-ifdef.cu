// Compilers ignore what stands behind the name in an `#ifdef`; in an `#if` it would count.
#include <cuda_runtime.h>

#ifdef __CUDACC__ && OTHER
int gpu = 1;
#endif
