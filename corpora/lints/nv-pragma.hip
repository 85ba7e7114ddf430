#include <hip/hip_runtime.h>
#pragma nv_diag_suppress 177 // fires
#pragma unroll
#if defined(__NVCC__) && !defined(__HIPCC__)
#pragma nv_diag_suppress 178
#endif
