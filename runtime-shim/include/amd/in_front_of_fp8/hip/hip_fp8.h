// AMD's `hip_fp8.h`, and the headers of half and bfloat16 that CUDA's `cuda_fp8.h` brings with it.
#pragma once
#pragma clang system_header
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include_next <hip/hip_fp8.h>
