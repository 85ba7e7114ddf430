// Numbers of 16 bits, `half` and `half2`, and their functions.
#ifndef HIP_INCLUDE_HIP_HIP_FP16_H
#define HIP_INCLUDE_HIP_HIP_FP16_H

#include <hip/hip_common.h>
#if defined(__HIP__) && defined(__cplusplus)
#include <hip/hip_runtime.h>
#include <hip/hipify/half.h>
#include <hip/hipify/sixteen_bit.h>
#include <hip/hipify/half_convert.h>
#include <hip/hipify/half_constants.h>
#include <hip/hipify/sixteen_bit_atomic.h>
HIPIFY_SIXTEEN_BIT(__half, __half2)
HIPIFY_SIXTEEN_BIT_ATOMIC(__half, __half2)
#else
#include <hip/hipify/half_storage.h>
#endif

#endif
