#include <cuda_runtime.h>

#if defined(__CUDACC_RTC__) || defined(__CUDACC_EXTENDED_LAMBDA__)
#define SPECIAL 1
#endif
