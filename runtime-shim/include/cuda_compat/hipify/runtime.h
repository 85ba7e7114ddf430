// What every header here starts from: HIP's runtime, and what CUDA's interface has beyond names.
#pragma once
// A host compiler does not say whose runtime is meant.
#if !defined(__HIP_PLATFORM_AMD__) && !defined(__HIP_PLATFORM_NVIDIA__) && !defined(__CUDACC__)
#define __HIP_PLATFORM_AMD__ 1
#endif
#include <hip/hip_runtime.h>
#include <hipify/kernels.h>
