// A header for an editor that does not know CUDA.
#ifdef EDITOR
#define __CUDACC__
#endif
#include <cuda_runtime.h>
