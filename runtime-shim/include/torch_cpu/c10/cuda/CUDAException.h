// c10's checks of CUDA's errors, for a PyTorch that was built without CUDA.
#pragma once
#include <c10/util/Exception.h>
#include <c10/cuda/hipify_runtime.h>

#define C10_CUDA_CHECK(EXPR)                                                                                   \
    do {                                                                                                       \
        const cudaError_t hipify_error = (EXPR);                                                               \
        TORCH_CHECK(hipify_error == cudaSuccess, "CUDA error: ", cudaGetErrorString(hipify_error));            \
    } while (0)
#define C10_CUDA_CHECK_WARN(EXPR)                                                                              \
    do {                                                                                                       \
        const cudaError_t hipify_error = (EXPR);                                                               \
        if (hipify_error != cudaSuccess) TORCH_WARN("CUDA warning: ", cudaGetErrorString(hipify_error));       \
    } while (0)
#define C10_CUDA_ERROR_HANDLED(EXPR) (EXPR)
#define C10_CUDA_IGNORE_ERROR(EXPR) (void)(EXPR)
// PyTorch's own functions read the result next, and wait for no stream.
#define C10_CUDA_KERNEL_LAUNCH_CHECK()            \
    do {                                          \
        C10_CUDA_CHECK(cudaGetLastError());       \
        C10_CUDA_CHECK(cudaDeviceSynchronize());  \
    } while (0)
