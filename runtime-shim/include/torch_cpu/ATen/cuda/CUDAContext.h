// ATen's questions about CUDA's device, for a PyTorch that was built without CUDA.
#pragma once
#include <ATen/cuda/Exceptions.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAStream.h>

namespace at {
namespace cuda {
inline cudaDeviceProp *getCurrentDeviceProperties() {
    static thread_local cudaDeviceProp properties;
    C10_CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
    return &properties;
}
inline cudaDeviceProp *getDeviceProperties(int64_t) { return getCurrentDeviceProperties(); }
inline int warp_size() { return getCurrentDeviceProperties()->warpSize; }
inline bool is_available() { return true; }
}
}
