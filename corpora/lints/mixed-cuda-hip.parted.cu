#if defined(__HIPCC__)
#include <hip/hip_runtime.h>
#else
#include <cuda_runtime.h>
#endif
void set() {
    hipFuncSetCacheConfig(0, hipFuncCachePreferL1); // fires: HIP3016
}
