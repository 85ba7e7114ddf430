#include <cuda_runtime_api.h>

namespace cuda {
inline int wait() { return ::cudaDeviceSynchronize(); }
}
int wait() { return cuda::wait(); }
