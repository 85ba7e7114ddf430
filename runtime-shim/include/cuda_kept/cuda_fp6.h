// CUDA's numbers of 6 bits, which HIP has in later versions in part and by other names.
#pragma once
#pragma clang system_header
#if defined(__HIP__) && defined(__cplusplus)
#include <hip/hip_fp8.h>
#if defined(HIPIFY_BOTH)
#include "../hip/hipify/fp6.h"
#else
#include "../amd/begin.h"
#include "../hip/hipify/fp6.h"
#include "../amd/end.h"
#endif
#endif
