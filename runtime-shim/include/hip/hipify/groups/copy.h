// Copies that a group makes together, such as from global to shared memory.
#ifndef HIPIFY_GROUPS_COPY_H
#define HIPIFY_GROUPS_COPY_H

#include <stddef.h>
#include "group.h"

namespace cooperative_groups {

/// A count of bytes (or elements) that is a multiple of `alignment`.
template <size_t alignment>
struct aligned_size_t {
    size_t value;
    HIPIFY_BOTH constexpr explicit aligned_size_t(size_t size) : value(size) {}
    HIPIFY_BOTH constexpr operator size_t() const { return value; }
};

/// Copies `bytes` bytes; each thread takes some. `wait` comes before anybody reads them.
template <typename Group, typename To, typename From>
HIPIFY_DEVICE void memcpy_async(const Group &group, To *to, const From *from, size_t bytes) {
    char *target = reinterpret_cast<char *>(to);
    const char *source = reinterpret_cast<const char *>(from);
    size_t rank = static_cast<size_t>(group.thread_rank()), step = static_cast<size_t>(group.size());
    for (size_t i = rank * 4; i + 4 <= bytes; i += step * 4) __builtin_memcpy(target + i, source + i, 4);
    for (size_t i = bytes / 4 * 4 + rank; i < bytes; i += step) target[i] = source[i];
}

/// Copies as many elements as both places have room for.
template <typename Group, typename T, typename ToLayout, typename FromLayout>
HIPIFY_DEVICE void memcpy_async(const Group &group, T *to, const ToLayout &to_layout, const T *from,
                                const FromLayout &from_layout) {
    size_t room = static_cast<size_t>(to_layout), count = static_cast<size_t>(from_layout);
    memcpy_async(group, to, from, (room < count ? room : count) * sizeof(T));
}

template <typename Group>
HIPIFY_DEVICE void wait(const Group &group) {
    group.sync();
}
/// Copies are made at once, so that those before the last `stages` are too.
template <unsigned int stages, typename Group>
HIPIFY_DEVICE void wait_prior(const Group &group) {
    group.sync();
}

}  // namespace cooperative_groups

#endif
