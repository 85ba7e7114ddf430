// Copies that the threads of a group make together, complete when the group has met.
#pragma once
#pragma clang system_header
#include <cuda/barrier>
#include <hip/hip_cooperative_groups.h>

// The bundled runtime's groups have them.
#ifndef __HIPIFY_CPU__
namespace cooperative_groups {

using cuda::aligned_size_t;

template <typename Group, typename T, typename From, typename Size>
__device__ inline void memcpy_async(const Group &group, T *to, const From *from, Size bytes) {
    hipify_kept::copy(to, from, static_cast<size_t>(bytes), group.thread_rank(), group.size());
}
// As many elements as both places have room for.
template <typename Group, typename T, typename ToLayout, typename FromLayout>
__device__ inline void memcpy_async(const Group &group, T *to, const ToLayout &to_layout, const T *from, const FromLayout &from_layout) {
    const size_t room = static_cast<size_t>(to_layout), count = static_cast<size_t>(from_layout);
    memcpy_async(group, to, from, (room < count ? room : count) * sizeof(T));
}
template <typename Group> __device__ inline void wait(const Group &group) { group.sync(); }
template <unsigned int Stages, typename Group> __device__ inline void wait_prior(const Group &group) { group.sync(); }

}  // namespace cooperative_groups
#endif
