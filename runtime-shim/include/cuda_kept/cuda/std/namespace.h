// `cuda::std`: the host's standard library, whose constexpr functions kernels may call, and before it in lookup what stands in this
// folder itself.
#pragma once
#pragma clang system_header
#include <hip/hip_runtime.h>
#include <utility>

namespace cuda {
namespace std {
using namespace ::std;
}  // namespace std
}  // namespace cuda
