// Numbers of 16 bits with float's range, `__hip_bfloat16` and `__hip_bfloat162`, and their functions.
#ifndef HIP_INCLUDE_HIP_HIP_BF16_H
#define HIP_INCLUDE_HIP_HIP_BF16_H

#include <hip/hip_runtime.h>
#ifdef __HIP__
#include <hip/hipify/bfloat16.h>
#include <hip/hipify/bfloat16_convert.h>
#include <hip/hipify/sixteen_bit.h>
#include <hip/hipify/sixteen_bit_atomic.h>
HIPIFY_SIXTEEN_BIT(__hip_bfloat16, __hip_bfloat162)
HIPIFY_SIXTEEN_BIT_ATOMIC(__hip_bfloat16, __hip_bfloat162)
#endif

#endif
