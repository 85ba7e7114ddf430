// Launches by a configuration with attributes, under CUDA's names, with every HIP: HIP 7 has a part of them under its own. What AMD GPUs
// have no counterpart of and is a hint, as an earlier start after the kernel before (programmatic dependent launch), is left out.
#ifndef HIPIFY_LAUNCH_ATTRIBUTES_H
#define HIPIFY_LAUNCH_ATTRIBUTES_H
#if defined(__cplusplus)

#if HIP_VERSION < 60200000
typedef enum hipLaunchAttributeID {
    hipLaunchAttributeCooperative = 2,
    hipLaunchAttributePriority = 8,
} hipLaunchAttributeID;
#endif

// Numbers as in CUDA's driver_types.h, which HIP's enumeration follows.
constexpr hipLaunchAttributeID cudaLaunchAttributeIgnore = static_cast<hipLaunchAttributeID>(0);
constexpr hipLaunchAttributeID cudaLaunchAttributeProgrammaticStreamSerialization = static_cast<hipLaunchAttributeID>(6);
constexpr hipLaunchAttributeID cudaLaunchAttributePreferredSharedMemoryCarveout = static_cast<hipLaunchAttributeID>(14);

// Values of the attribute by which a kernel prefers shared memory to caches, in percent; AMD GPUs have a fixed size of LDS.
enum { cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxL1 = 0, cudaSharedmemCarveoutMaxShared = 100 };

typedef struct cudaLaunchAttribute_st {
    hipLaunchAttributeID id;
    union {
        char pad[64];
        int cooperative;
        int priority;
        int programmaticStreamSerializationAllowed;
        unsigned int sharedMemCarveout;
#if HIP_VERSION >= 60200000
        hipAccessPolicyWindow accessPolicyWindow;
#endif
    } val;
} cudaLaunchAttribute;

typedef struct cudaLaunchConfig_st {
    dim3 gridDim;
    dim3 blockDim;
    size_t dynamicSmemBytes;
    hipStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned int numAttrs;
} cudaLaunchConfig_t;

// `func` and `args` as for `hipLaunchKernel`. Of the attributes the cooperative launch alone changes what a kernel may do.
inline hipError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *func, void **args) {
    if (!config || (config->numAttrs && !config->attrs)) return hipErrorInvalidValue;
    bool cooperative = false;
    for (unsigned int i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute &attribute = config->attrs[i];
        if (attribute.id == hipLaunchAttributeCooperative) cooperative = attribute.val.cooperative != 0;
    }
    const unsigned int bytes = static_cast<unsigned int>(config->dynamicSmemBytes);
    return cooperative ? hipLaunchCooperativeKernel(func, config->gridDim, config->blockDim, args, bytes, config->stream)
                       : hipLaunchKernel(func, config->gridDim, config->blockDim, args, bytes, config->stream);
}

// Arguments are converted to the types of the kernel's parameters, as in CUDA.
template <typename... Parameters, typename... Arguments>
inline hipError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameters...), Arguments &&...arguments) {
    return [&](Parameters... converted) {
        void *addresses[] = {const_cast<void *>(static_cast<const volatile void *>(&converted))..., nullptr};
        return cudaLaunchKernelExC(config, reinterpret_cast<const void *>(kernel), addresses);
    }(static_cast<Arguments &&>(arguments)...);
}

#if defined(__HIP__)
// A kernel starts after the one before it in its stream has ended: there is nothing to wait for, and nobody who waits.
__attribute__((device)) inline void cudaGridDependencySynchronize() {}
__attribute__((device)) inline void cudaTriggerProgrammaticLaunchCompletion() {}
#endif

#endif
#endif
