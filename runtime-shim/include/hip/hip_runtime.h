// HIP for sources with kernels: qualifiers, built-in variables, vectors, the device's functions and the runtime's interface.
#ifndef HIP_INCLUDE_HIP_HIP_RUNTIME_H
#define HIP_INCLUDE_HIP_HIP_RUNTIME_H

#if defined(__HIP__) && defined(__cplusplus)
#include <hip/hipify/standard.h>
#else
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef __cplusplus
#include <cmath>
#else
#include <math.h>
#endif
#endif

#include <hip/hip_version.h>
#include <hip/hip_common.h>
#include <hip/hipify/qualifiers.h>
#include <hip/hip_vector_types.h>
#include <hip/hip_runtime_api.h>

#if defined(__HIP__) && defined(__cplusplus)
// A header that `hipify-rs port` wrote beside the sources leaves the names to these.
#define HIPIFY_HAS_DEVICE_FUNCTIONS
#include <hip/hipify/launch.h>
#include <hip/hipify/boolean.h>
#include <hip/hipify/builtins.h>
#include <hip/hipify/sync.h>
#include <hip/hipify/warp.h>
#include <hip/hipify/amdgcn.h>
#include <hip/hipify/atomic.h>
#include <hip/hipify/integer.h>
#include <hip/hipify/packed.h>
#include <hip/hipify/video.h>
#include <hip/hipify/video_extreme.h>
#include <hip/hipify/cast.h>
#include <hip/hipify/math.h>
#include <hip/hipify/float_vectors.h>
#include <hip/hipify/memory.h>
#include <hip/hipify/older_names.h>
#include <hip/hipify/texture_fetch.h>
#include <hip/hipify/surface.h>
#endif

#endif
