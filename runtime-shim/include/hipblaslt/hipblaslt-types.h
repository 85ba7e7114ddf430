// Names of element types in hipBLASLt's interface.
#pragma once

#include <stdint.h>

typedef float hipblasLtFloat;
#ifdef ROCM_USE_FLOAT16
typedef _Float16 hipblasLtHalf;
#else
typedef struct _hipblasLtHalf {
    uint16_t data;
} hipblasLtHalf;
#endif
#ifdef __cplusplus
#include <hip/hip_bfloat16.h>
typedef hip_bfloat16 hipblasLtBfloat16;
#endif
typedef int8_t hipblasLtInt8;
typedef int32_t hipblasLtInt32;
