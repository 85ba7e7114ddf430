// AMD's `hip_bf16.h`, and what it has with other results than CUDA. Before HIP 6.2 its type is a structure without functions; the
// bundled one takes its place.
#pragma once
#pragma clang system_header
#include <hip/hip_version.h>
#if defined(__HIP__) && defined(__cplusplus) && HIP_VERSION < 60200000
#define _HIP_INCLUDE_HIP_AMD_DETAIL_HIP_BF16_H_
#include "../../for_want_of_bfloat16/hip/hip_bf16.h"
#else
#include_next <hip/hip_bf16.h>
#if defined(__HIP__) && defined(__cplusplus)
#include "../../bfloat16.h"
#endif
#endif
