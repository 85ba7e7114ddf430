// AMD's `hipblaslt.h`, and an attribute of cuBLASLt that it lacks.
#pragma once
#pragma clang system_header
#include_next <hipblaslt/hipblaslt.h>
#if defined(__HIP__) && defined(__cplusplus)
#include "../../blaslt.h"
#endif
