// AMD's `hipblas.h`, and the half type that CUDA's `cublas_v2.h` brings with it.
#pragma once
#pragma clang system_header
#include <hip/hip_fp16.h>
#include_next <hipblas/hipblas.h>
