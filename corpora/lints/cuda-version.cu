#include <cuda_runtime.h>

#if CUDART_VERSION >= 11020 // fires
void pools();
#endif
#if HIP_VERSION >= 50300
void hip_pools();
#endif
