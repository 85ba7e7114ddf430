// Advice and prefetches of managed memory by locations, for HIP before 7.1, which has them by a device's number.
#ifndef HIPIFY_MEMORY_LOCATIONS_H
#define HIPIFY_MEMORY_LOCATIONS_H
#if defined(__cplusplus) && HIP_VERSION < 70100000

// Numbers as in HIP 7.1's enumeration, which follows CUDA's.
#define hipMemLocationTypeNone hipMemLocationTypeInvalid
#define hipMemLocationTypeHost static_cast<hipMemLocationType>(2)
#define hipMemLocationTypeHostNuma static_cast<hipMemLocationType>(3)
#define hipMemLocationTypeHostNumaCurrent static_cast<hipMemLocationType>(4)

namespace hipify {
inline int device_of(hipMemLocation location) {
    return location.type == hipMemLocationTypeDevice ? location.id : hipCpuDeviceId;
}
}  // namespace hipify

// `flags` is reserved and zero.
inline hipError_t hipMemPrefetchAsync_v2(const void *dev_ptr, size_t count, hipMemLocation location, unsigned int flags,
                                         hipStream_t stream = nullptr) {
    if (flags != 0 || location.type == hipMemLocationTypeInvalid) return hipErrorInvalidValue;
    return hipMemPrefetchAsync(dev_ptr, count, hipify::device_of(location), stream);
}

inline hipError_t hipMemAdvise_v2(const void *dev_ptr, size_t count, hipMemoryAdvise advice, hipMemLocation location) {
    return hipMemAdvise(dev_ptr, count, advice, hipify::device_of(location));
}

#endif
#endif
