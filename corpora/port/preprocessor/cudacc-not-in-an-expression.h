#include <cuda_runtime.h>

#if !defined(__CUDACC__)
#error "a GPU compiler, please"
#endif
#if !defined __CUDACC__ || defined(CPU_ONLY)
#define ON_GPU 0
#else
#define ON_GPU 1
#endif
