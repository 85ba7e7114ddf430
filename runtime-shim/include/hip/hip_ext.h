// AMD's additions to launches: sizes in threads instead of blocks, and events at a kernel's start and end.
#ifndef HIP_INCLUDE_HIP_HIP_EXT_H
#define HIP_INCLUDE_HIP_HIP_EXT_H

#include <hip/hip_runtime.h>

#ifdef __cplusplus

#include <tuple>

extern "C" hipError_t hipExtModuleLaunchKernel(hipFunction_t f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY,
    uint32_t globalWorkSizeZ, uint32_t localWorkSizeX, uint32_t localWorkSizeY, uint32_t localWorkSizeZ,
    size_t sharedMemBytes, hipStream_t hStream, void **kernelParams, void **extra, hipEvent_t startEvent = NULL,
    hipEvent_t stopEvent = NULL, uint32_t flags = 0);
extern "C" hipError_t hipHccModuleLaunchKernel(hipFunction_t f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY,
    uint32_t globalWorkSizeZ, uint32_t localWorkSizeX, uint32_t localWorkSizeY, uint32_t localWorkSizeZ,
    size_t sharedMemBytes, hipStream_t hStream, void **kernelParams, void **extra, hipEvent_t startEvent = NULL,
    hipEvent_t stopEvent = NULL);

namespace hipify_ext {

template <int index, typename Tuple>
struct pointers {
    static void write(Tuple &values, void **out) {
        out[index - 1] = const_cast<void *>(static_cast<const volatile void *>(&std::get<index - 1>(values)));
        pointers<index - 1, Tuple>::write(values, out);
    }
};

template <typename Tuple>
struct pointers<0, Tuple> {
    static void write(Tuple &, void **) {}
};

/// `arguments` converted to the kernel's parameters.
template <typename... Parameters, typename... Arguments>
inline void launch(void (*kernel)(Parameters...), const dim3 &blocks, const dim3 &threads, uint32_t shared, hipStream_t stream,
                   hipEvent_t start, hipEvent_t stop, uint32_t flags, Arguments... arguments) {
    static_assert(sizeof...(Parameters) == sizeof...(Arguments), "as many arguments as the kernel has parameters");
    std::tuple<Parameters...> values{static_cast<Parameters>(arguments)...};
    void *packed[sizeof...(Parameters) + 1];
    pointers<sizeof...(Parameters), std::tuple<Parameters...>>::write(values, packed);
    (void)hipExtLaunchKernel(reinterpret_cast<const void *>(kernel), blocks, threads, packed, shared, stream, start, stop,
                             static_cast<int>(flags));
}

}  // namespace hipify_ext

/// Launches `kernel` with `args` converted to its parameters. Where `kernel` is a template without its arguments, its instance is the
/// one whose parameters have the types of `args`.
template <typename... Args, typename Kernel = void (*)(Args...)>
inline void hipExtLaunchKernelGGL(Kernel kernel, const dim3 &numBlocks, const dim3 &dimBlocks, uint32_t sharedMemBytes,
                                  hipStream_t stream, hipEvent_t startEvent, hipEvent_t stopEvent, uint32_t flags, Args... args) {
    hipify_ext::launch(kernel, numBlocks, dimBlocks, sharedMemBytes, stream, startEvent, stopEvent, flags, args...);
}

#endif

#endif
