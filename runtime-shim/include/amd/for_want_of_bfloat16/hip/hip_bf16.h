// The bundled `hip_bf16.h`, for versions of AMD's HIP that have none (5.2), or another type under its name (before 6.2).
#pragma once
#pragma clang system_header
#if defined(__HIP__) && defined(__cplusplus)
#include <hip/hip_runtime.h>
#include <type_traits>
#include "../../begin.h"
#include "../../../hip/hipify/bfloat16.h"
#include "../../../hip/hipify/bfloat16_convert.h"
#include "../../../hip/hipify/sixteen_bit.h"
HIPIFY_SIXTEEN_BIT(__hip_bfloat16, __hip_bfloat162)
HIPIFY_SUPPLIED __hip_bfloat16 __ldg(const __hip_bfloat16 *address) { return *address; }
HIPIFY_SUPPLIED __hip_bfloat162 __ldg(const __hip_bfloat162 *address) { return *address; }
#include "../../end.h"
#endif
