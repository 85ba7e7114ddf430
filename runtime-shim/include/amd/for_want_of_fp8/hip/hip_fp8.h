// The bundled `hip_fp8.h`, for versions of AMD's HIP before 6.2, which have none.
#pragma once
#pragma clang system_header
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#if defined(__HIP__) && defined(__cplusplus)
#include "../../begin.h"
#include "../../../hip/hip_fp8.h"
#include "../../end.h"
#endif
