#if defined(__HIP_PLATFORM_AMD__) || defined(USE_ROCM)
#include <hip/hip_runtime.h>
using stream_t = hipStream_t;
#else
#include <cuda_runtime.h>
using stream_t = cudaStream_t;
#endif
