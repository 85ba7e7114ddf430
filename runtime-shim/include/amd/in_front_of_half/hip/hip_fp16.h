// AMD's `hip_fp16.h`, and what it has with other results than CUDA.
#pragma once
#pragma clang system_header
#include_next <hip/hip_fp16.h>
#if defined(__HIP__) && defined(__cplusplus)
#include "../../half.h"
#endif
