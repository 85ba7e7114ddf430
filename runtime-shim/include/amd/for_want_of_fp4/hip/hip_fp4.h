// The bundled `hip_fp4.h`, for versions of AMD's HIP that have none (before 7.0).
#pragma once
#pragma clang system_header
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>
#if defined(__HIP__) && defined(__cplusplus)
#include "../../begin.h"
#include "../../../hip/hip_fp4.h"
#include "../../end.h"
#endif
