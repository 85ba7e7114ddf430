// Numbers of 4 bits, `__hip_fp4_e2m1` and two or four of them: 0, 0.5, 1, 1.5, 2, 3, 4, 6 with a sign.
#ifndef HIP_INCLUDE_HIP_HIP_FP4_H
#define HIP_INCLUDE_HIP_HIP_FP4_H

#include <hip/hip_runtime.h>
#if defined(__HIP__) && defined(__cplusplus)
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include "hipify/tiny_forms.h"

typedef unsigned char __hip_fp4_storage_t;
typedef unsigned char __hip_fp4x2_storage_t;
typedef unsigned short __hip_fp4x4_storage_t;

enum __hip_fp4_interpretation_t { __HIP_E2M1 = 0 };

enum hipRoundMode { hipRoundNearest = 0, hipRoundZero = 1, hipRoundPosInf = 2, hipRoundMinInf = 3 };

// Modes are taken as integers, so that CUDA's enumeration, which HIP lacks, is good too.
#define HIPIFY_IMPLICIT
HIPIFY_TINY_CONVERSIONS(__hip_, fp4, 4, __hip_fp4_interpretation_t, int, hipify::fp4_form)
HIPIFY_TINY_TYPES(__hip_, fp4, e2m1, 4, __HIP_E2M1, hipRoundNearest, hipify::fp4_form, HIPIFY_IMPLICIT)
#undef HIPIFY_IMPLICIT

#endif

#endif
