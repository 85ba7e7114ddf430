// Numbers of `__half` by name, as CUDA's `cuda_fp16.h` has them: AMD's headers have them from 7.0 on.
#ifndef HIPIFY_HALF_CONSTANTS_H
#define HIPIFY_HALF_CONSTANTS_H

#ifndef HIPRT_ONE_FP16
#define HIPRT_ONE_FP16 __ushort_as_half(0x3c00)
#define HIPRT_ZERO_FP16 __ushort_as_half(0)
#define HIPRT_INF_FP16 __ushort_as_half(0x7c00)
#define HIPRT_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define HIPRT_MIN_DENORM_FP16 __ushort_as_half(1)
#define HIPRT_NAN_FP16 __ushort_as_half(0x7fff)
#define HIPRT_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#endif

#endif
