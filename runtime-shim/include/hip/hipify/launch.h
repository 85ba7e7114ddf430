// The spellings of a launch beside `<<<>>>`, and what sources wrap kernels' names in.
#ifndef HIPIFY_LAUNCH_H
#define HIPIFY_LAUNCH_H

#include <hip/hip_runtime_api.h>

#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(symbol) symbol
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];

typedef int hipLaunchParm;

#define hipLaunchKernelGGLInternal(kernel, blocks, threads, shared, stream, ...)     \
    do {                                                                             \
        kernel<<<(blocks), (threads), (shared), (stream)>>>(__VA_ARGS__);            \
    } while (0)
#define hipLaunchKernelGGL(kernel, ...) hipLaunchKernelGGLInternal((kernel), __VA_ARGS__)

#define CUDA_SUCCESS hipSuccess

#endif
