#ifdef WITH_CUDA
#include <cuda_runtime_api.h>
#else
typedef void *cudaStream_t;
using cudaEvent_t = void *;
typedef enum { cudaSuccess = 0, cudaErrorUnknown = 30 } cudaError_t;
#endif

cudaError_t run(cudaStream_t stream, cudaEvent_t done);
