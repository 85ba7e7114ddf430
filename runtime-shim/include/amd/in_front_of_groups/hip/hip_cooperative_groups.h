// The bundled cooperative groups in the place of AMD's, which lack much of CUDA's in every version.
#pragma once
#pragma clang system_header
#if defined(__HIP__) && defined(__cplusplus)
#include "../../groups.h"
#else
#include_next <hip/hip_cooperative_groups.h>
#endif
