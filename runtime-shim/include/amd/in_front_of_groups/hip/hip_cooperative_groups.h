// Cooperative groups as CUDA has them, in the place of AMD's: with reductions, scans, partitions, copies, and all of the members that
// AMD's groups lack in most of their versions.
#pragma once
#pragma clang system_header
#include <hip/hip_runtime.h>
#if defined(__HIP__) && defined(__cplusplus)
#include <hip/hip_vector_types.h>
#include <type_traits>
// AMD's are not read after these.
#define HIP_INCLUDE_HIP_HIP_COOPERATIVE_GROUP_H
#define HIP_INCLUDE_HIP_AMD_DETAIL_HIP_COOPERATIVE_GROUPS_H

#define HIPIFY_DEVICE inline __attribute__((device, always_inline))
#define HIPIFY_BOTH inline __attribute__((host, device, always_inline))
#if __has_attribute(maybe_undef)
#define HIPIFY_MAYBE_UNSET __attribute__((maybe_undef))
#else
#define HIPIFY_MAYBE_UNSET
#endif
#include "../../groups.h"
#include "../../../hip/hipify/groups/group.h"
#include "../../../hip/hipify/groups/coalesced.h"
#include "../../../hip/hipify/groups/tile.h"
#include "../../../hip/hipify/groups/partition.h"
#include "../../../hip/hipify/groups/reduce.h"
#include "../../../hip/hipify/groups/copy.h"
#undef HIPIFY_MAYBE_UNSET
#undef HIPIFY_BOTH
#undef HIPIFY_DEVICE
#endif
