// ATen's checks of CUDA's errors, for a PyTorch that was built without CUDA.
#pragma once
#include <c10/cuda/CUDAException.h>

#define AT_CUDA_CHECK(EXPR) C10_CUDA_CHECK(EXPR)
