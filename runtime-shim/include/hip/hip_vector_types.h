// Vectors of one to four elements: `float4`, `uchar2` and so on, their operators and `make_float4` and so on.
#ifndef HIP_INCLUDE_HIP_HIP_VECTOR_TYPES_H
#define HIP_INCLUDE_HIP_HIP_VECTOR_TYPES_H

#include <hip/hipify/qualifiers.h>
#ifdef __cplusplus
#ifdef __HIP__
#include <hip/hipify/standard.h>
#endif
#include <hip/hipify/vector.h>
#include <hip/hipify/vector_operator.h>
#endif
#include <hip/hipify/vector_names.h>

#endif
