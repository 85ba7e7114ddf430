// CUDA's numbers of 6 bits: `__nv_fp6_e2m3` up to 7.5, `__nv_fp6_e3m2` up to 28, two and four of them with a byte for each.
#ifndef HIPIFY_FP6_H
#define HIPIFY_FP6_H

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include "tiny_forms.h"

typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned int __nv_fp6x4_storage_t;

enum __nv_fp6_interpretation_t { __NV_E2M3 = 0, __NV_E3M2 = 1 };

HIPIFY_TINY_CONVERSIONS(__nv_, fp6, 8, __nv_fp6_interpretation_t, cudaRoundMode, hipify::fp6_form)
HIPIFY_TINY_TYPES(__nv_, fp6, e2m3, 8, __NV_E2M3, cudaRoundNearest, hipify::fp6_form, explicit)
HIPIFY_TINY_TYPES(__nv_, fp6, e3m2, 8, __NV_E3M2, cudaRoundNearest, hipify::fp6_form, explicit)

#endif
