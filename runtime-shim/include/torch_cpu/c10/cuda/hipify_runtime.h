// CUDA's runtime, as host compilers see it: the macros by which a compiler says that it is CUDA's are clang's alone.
#pragma once
#include <cuda_runtime_api.h>
#ifndef __HIP__
#undef __CUDACC__
#undef __NVCC__
// PyTorch asks it whether types of device code are there.
#undef CUDA_VERSION
#endif
