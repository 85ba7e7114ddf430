// AMD's `hip_fp8.h`, the headers of half and bfloat16 that CUDA's `cuda_fp8.h` brings with it, and the scale factors that AMD's lacks.
#pragma once
#pragma clang system_header
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include_next <hip/hip_fp8.h>
#if defined(__HIP__) && defined(__cplusplus)
#include "../../begin.h"
#include "../../../hip/hipify/e8m0.h"
#include "../../end.h"
#endif
