// Cooperative groups: threads of a grid, a block, a tile or those that happen to be together, and what they do as one.
#ifndef HIP_INCLUDE_HIP_HIP_COOPERATIVE_GROUPS_H
#define HIP_INCLUDE_HIP_HIP_COOPERATIVE_GROUPS_H

#include <hip/hip_runtime.h>
#if defined(__HIP__) && defined(__cplusplus)
#include <hip/hipify/groups/group.h>
#include <hip/hipify/groups/coalesced.h>
#include <hip/hipify/groups/tile.h>
#include <hip/hipify/groups/partition.h>
#include <hip/hipify/groups/reduce.h>
#include <hip/hipify/groups/copy.h>
#endif

#endif
