// What hipRTC has built in: the first include of each of its programs. NVRTC has none of it, and programs for that may define it.
#ifndef HIPIFY_RTC_H
#define HIPIFY_RTC_H

#include <hip/hip_runtime.h>
#ifndef HIPIFY_NVRTC
#include <hip/hip_bfloat16.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_math_constants.h>
#define __HIPCC_RTC__ 1
#endif

#endif
