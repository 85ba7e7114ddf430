// What every header here starts from: HIP's runtime, and what CUDA's interface has beyond names.
#pragma once
#include <hip/hip_runtime.h>
#include <hipify/kernels.h>
