#include <cuda_runtime.h>

#if defined(__CUDACC__) && \
    !defined(CPU_ONLY)
#define ON_GPU 1
#else
#define ON_GPU 0
#endif
