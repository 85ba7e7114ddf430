// What every header of HIP starts from: the platform, and what a device can do.
#ifndef HIP_INCLUDE_HIP_HIP_COMMON_H
#define HIP_INCLUDE_HIP_HIP_COMMON_H

#if defined(__HIP_PLATFORM_NVIDIA__)
#error "these headers are for AMD GPUs and the CPU; leave __HIP_PLATFORM_NVIDIA__ undefined"
#endif
#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__ 1
#endif
// The older name, which programs still test.
#ifndef __HIP_PLATFORM_HCC__
#define __HIP_PLATFORM_HCC__ 1
#endif

#if defined(__clang__) && defined(__HIP__)
#define __HIP_CLANG_ONLY__ 1
// rocThrust undefines its own qualifiers unless AMD's header of these has been read.
#define HIP_INCLUDE_HIP_AMD_DETAIL_HOST_DEFINES_H

#ifndef __HIPCC__
#define __HIPCC__ 1
#endif
#else
#define __HIP_CLANG_ONLY__ 0
#endif

#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#define HIPIFY_DEVICE_CAN 1
#else
#define HIPIFY_DEVICE_CAN 0
#endif

#ifndef HIP_PUBLIC_API
#define HIP_PUBLIC_API __attribute__((visibility("default")))
#endif
#ifndef HIP_INTERNAL_EXPORTED_API
#define HIP_INTERNAL_EXPORTED_API __attribute__((visibility("default")))
#endif

// The names of AMD's headers: 0 in the host pass, what the device has in a device pass.
#define __HIP_ARCH_HAS_GLOBAL_INT32_ATOMICS__ HIPIFY_DEVICE_CAN
#define __HIP_ARCH_HAS_GLOBAL_FLOAT_ATOMIC_EXCH__ HIPIFY_DEVICE_CAN
#define __HIP_ARCH_HAS_SHARED_INT32_ATOMICS__ HIPIFY_DEVICE_CAN
#define __HIP_ARCH_HAS_SHARED_FLOAT_ATOMIC_EXCH__ HIPIFY_DEVICE_CAN
#define __HIP_ARCH_HAS_FLOAT_ATOMIC_ADD__ HIPIFY_DEVICE_CAN
#define __HIP_ARCH_HAS_GLOBAL_INT64_ATOMICS__ HIPIFY_DEVICE_CAN
#define __HIP_ARCH_HAS_SHARED_INT64_ATOMICS__ HIPIFY_DEVICE_CAN
#define __HIP_ARCH_HAS_DOUBLES__ HIPIFY_DEVICE_CAN
#define __HIP_ARCH_HAS_WARP_VOTE__ HIPIFY_DEVICE_CAN
#define __HIP_ARCH_HAS_WARP_BALLOT__ HIPIFY_DEVICE_CAN
#define __HIP_ARCH_HAS_WARP_SHUFFLE__ HIPIFY_DEVICE_CAN
#define __HIP_ARCH_HAS_WARP_FUNNEL_SHIFT__ HIPIFY_DEVICE_CAN
#define __HIP_ARCH_HAS_THREAD_FENCE_SYSTEM__ HIPIFY_DEVICE_CAN
#define __HIP_ARCH_HAS_SYNC_THREAD_EXT__ HIPIFY_DEVICE_CAN
#define __HIP_ARCH_HAS_SURFACE_FUNCS__ HIPIFY_DEVICE_CAN
#define __HIP_ARCH_HAS_3DGRID__ HIPIFY_DEVICE_CAN
#define __HIP_ARCH_HAS_DYNAMIC_PARALLEL__ 0

#endif
