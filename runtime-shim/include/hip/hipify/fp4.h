// CUDA's numbers of 4 bits, `__nv_fp4_e2m1`, and two or four of them: 0, 0.5, 1, 1.5, 2, 3, 4, 6 with a sign.
#ifndef HIPIFY_FP4_H
#define HIPIFY_FP4_H

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include "tiny_forms.h"

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;

enum __nv_fp4_interpretation_t { __NV_E2M1 = 0 };

HIPIFY_TINY_CONVERSIONS(__nv_, fp4, 4, __nv_fp4_interpretation_t, cudaRoundMode, hipify::fp4_form)
HIPIFY_TINY_TYPES(__nv_, fp4, e2m1, 4, __NV_E2M1, cudaRoundNearest, hipify::fp4_form, explicit)

#endif
