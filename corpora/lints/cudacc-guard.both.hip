#ifdef __HIPCC__
#include <hip/hip_runtime.h>
#endif
#ifdef __CUDACC__
#include <cuda_runtime.h>
#endif
void set() {
    hipFuncSetCacheConfig(0, hipFuncCachePreferL1); // fires: HIP3016
}
