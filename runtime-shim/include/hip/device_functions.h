// The device's intrinsics; all of them come with `hip_runtime.h`.
#ifndef HIP_INCLUDE_HIP_DEVICE_FUNCTIONS_H
#define HIP_INCLUDE_HIP_DEVICE_FUNCTIONS_H

#include <hip/hip_runtime.h>

#endif
