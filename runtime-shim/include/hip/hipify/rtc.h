// What hipRTC has built in: the first include of each of its programs. NVRTC has none of it, and programs for that may define it.
#ifndef HIPIFY_RTC_H
#define HIPIFY_RTC_H

#include <hip/hip_runtime.h>
#ifndef HIPIFY_NVRTC
#include <hip/hip_bfloat16.h>
#include <hip/hip_complex.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_math_constants.h>
#define __HIPCC_RTC__ 1
// Where AMD's hipRTC, which has no standard library, keeps what it has of <type_traits>.
namespace __hip_internal = ::std;
#endif

#endif
