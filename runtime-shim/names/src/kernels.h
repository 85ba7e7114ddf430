// The functions that take a kernel: CUDA has overloads for the kernel itself, HIP takes its address as `const void *`.
#if defined(__cplusplus) && !defined(HIPIFY_KERNELS)
#define HIPIFY_KERNELS

namespace hipify_kernels {
template <typename Kernel> inline const void *address(Kernel *kernel) { return reinterpret_cast<const void *>(kernel); }
} // namespace hipify_kernels

template <typename Kernel> inline hipError_t cudaFuncGetAttributes(hipFuncAttributes *attributes, Kernel *kernel) {
    return hipFuncGetAttributes(attributes, hipify_kernels::address(kernel));
}

template <typename Kernel> inline hipError_t cudaFuncSetAttribute(Kernel *kernel, hipFuncAttribute attribute, int value) {
    return hipFuncSetAttribute(hipify_kernels::address(kernel), attribute, value);
}

template <typename Kernel> inline hipError_t cudaFuncSetCacheConfig(Kernel *kernel, hipFuncCache_t config) {
    return hipFuncSetCacheConfig(hipify_kernels::address(kernel), config);
}

template <typename Kernel> inline hipError_t cudaFuncSetSharedMemConfig(Kernel *kernel, hipSharedMemConfig config) {
    return hipFuncSetSharedMemConfig(hipify_kernels::address(kernel), config);
}

template <typename Kernel>
inline hipError_t cudaLaunchKernel(Kernel *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0, hipStream_t stream = 0) {
    return hipLaunchKernel(hipify_kernels::address(kernel), grid, block, arguments, shared, stream);
}

template <typename Kernel>
inline hipError_t cudaLaunchCooperativeKernel(Kernel *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0,
                                              hipStream_t stream = 0) {
    return hipLaunchCooperativeKernel(hipify_kernels::address(kernel), grid, block, arguments, static_cast<unsigned>(shared), stream);
}

#endif
