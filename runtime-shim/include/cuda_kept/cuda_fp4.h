// CUDA's numbers of 4 bits, which HIP has in later versions in part and by other names.
#pragma once
#pragma clang system_header
#if defined(__HIP__) && defined(__cplusplus)
#include "cuda_fp6.h"
#if defined(HIPIFY_BOTH)
#include "../hip/hipify/fp4.h"
#else
#include "../amd/begin.h"
#include "../hip/hipify/fp4.h"
#include "../amd/end.h"
#endif
#endif
