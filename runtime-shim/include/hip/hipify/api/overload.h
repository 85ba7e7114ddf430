// C++ on top of the entry points: pointers of any type, kernels and variables by name, defaults.
#ifndef HIPIFY_API_OVERLOAD_H
#define HIPIFY_API_OVERLOAD_H

// Allocation: a pointer to any pointer.

template <class T>
static inline hipError_t hipMalloc(T **devPtr, size_t size) {
    return hipMalloc((void **)(devPtr), size);
}

template <class T>
static inline hipError_t hipMallocPitch(T **devPtr, size_t *pitch, size_t width, size_t height) {
    return hipMallocPitch((void **)(devPtr), pitch, width, height);
}

template <class T>
static inline hipError_t hipHostMalloc(T **ptr, size_t size, unsigned int flags = hipHostMallocDefault) {
    return hipHostMalloc((void **)(ptr), size, flags);
}

template <class T>
static inline hipError_t hipHostAlloc(T **ptr, size_t size, unsigned int flags = hipHostAllocDefault) {
    return hipHostAlloc((void **)(ptr), size, flags);
}

template <class T>
static inline hipError_t hipMallocManaged(T **devPtr, size_t size, unsigned int flags = hipMemAttachGlobal) {
    return hipMallocManaged((void **)(devPtr), size, flags);
}

template <class T>
static inline hipError_t hipMallocAsync(T **dev_ptr, size_t size, hipStream_t stream) {
    return hipMallocAsync((void **)(dev_ptr), size, stream);
}

static inline hipError_t hipMallocAsync(void **dev_ptr, size_t size, hipMemPool_t mem_pool, hipStream_t stream) {
    return hipMallocFromPoolAsync(dev_ptr, size, mem_pool, stream);
}

template <class T>
static inline hipError_t hipMallocAsync(T **dev_ptr, size_t size, hipMemPool_t mem_pool, hipStream_t stream) {
    return hipMallocFromPoolAsync((void **)(dev_ptr), size, mem_pool, stream);
}

template <class T>
static inline hipError_t hipMallocFromPoolAsync(T **dev_ptr, size_t size, hipMemPool_t mem_pool, hipStream_t stream) {
    return hipMallocFromPoolAsync((void **)(dev_ptr), size, mem_pool, stream);
}

// CUDA 13's form, with a location instead of a device's number.
static inline hipError_t hipMemAdvise(const void *dev_ptr, size_t count, hipMemoryAdvise advice, hipMemLocation location) {
    return hipMemAdvise_v2(dev_ptr, count, advice, location);
}

// Variables of the device: named as themselves. An array decays to a pointer in the entry points' own parameters, so that the
// reference keeps its address.

template <typename T>
hipError_t hipGetSymbolAddress(void **devPtr, const T &symbol) {
    return ::hipGetSymbolAddress(devPtr, reinterpret_cast<const void *>(&symbol));
}

template <typename T>
hipError_t hipGetSymbolSize(size_t *size, const T &symbol) {
    return ::hipGetSymbolSize(size, reinterpret_cast<const void *>(&symbol));
}

template <typename T>
hipError_t hipMemcpyToSymbol(const T &symbol, const void *src, size_t sizeBytes, size_t offset = 0,
                             hipMemcpyKind kind = hipMemcpyHostToDevice) {
    return ::hipMemcpyToSymbol(reinterpret_cast<const void *>(&symbol), src, sizeBytes, offset, kind);
}

template <typename T>
hipError_t hipMemcpyToSymbolAsync(const T &symbol, const void *src, size_t sizeBytes, size_t offset,
                                  hipMemcpyKind kind, hipStream_t stream = 0) {
    return ::hipMemcpyToSymbolAsync(reinterpret_cast<const void *>(&symbol), src, sizeBytes, offset, kind, stream);
}

template <typename T>
hipError_t hipMemcpyFromSymbol(void *dst, const T &symbol, size_t sizeBytes, size_t offset = 0,
                               hipMemcpyKind kind = hipMemcpyDeviceToHost) {
    return ::hipMemcpyFromSymbol(dst, reinterpret_cast<const void *>(&symbol), sizeBytes, offset, kind);
}

template <typename T>
hipError_t hipMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind,
                                    hipStream_t stream = 0) {
    return ::hipMemcpyFromSymbolAsync(dst, reinterpret_cast<const void *>(&symbol), sizeBytes, offset, kind, stream);
}

// Kernels: a pointer to a function of any type.

template <class T>
inline hipError_t hipFuncSetAttribute(T *func, hipFuncAttribute attr, int value) {
    return hipFuncSetAttribute(reinterpret_cast<const void *>(func), attr, value);
}

template <class T>
inline hipError_t hipFuncSetCacheConfig(T *func, hipFuncCache_t config) {
    return hipFuncSetCacheConfig(reinterpret_cast<const void *>(func), config);
}

template <class T>
inline hipError_t hipFuncGetAttributes(hipFuncAttributes *attr, T *func) {
    return hipFuncGetAttributes(attr, reinterpret_cast<const void *>(func));
}

template <class T>
inline hipError_t hipLaunchKernel(T *function_address, dim3 numBlocks, dim3 dimBlocks, void **args,
                                  size_t sharedMemBytes = 0, hipStream_t stream = 0) {
    return hipLaunchKernel(reinterpret_cast<const void *>(function_address), numBlocks, dimBlocks, args,
                           sharedMemBytes, stream);
}

template <class T>
inline hipError_t hipLaunchCooperativeKernel(T f, dim3 gridDim, dim3 blockDim, void **kernelParams,
                                             unsigned int sharedMemBytes, hipStream_t stream) {
    return hipLaunchCooperativeKernel(reinterpret_cast<const void *>(f), gridDim, blockDim, kernelParams,
                                      sharedMemBytes, stream);
}

template <class T>
inline hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams *launchParamsList, unsigned int numDevices,
                                                        unsigned int flags = 0) {
    return hipLaunchCooperativeKernelMultiDevice(launchParamsList, static_cast<int>(numDevices), flags);
}

template <class T>
inline hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams *launchParamsList, unsigned int numDevices,
                                                     unsigned int flags = 0) {
    return hipExtLaunchMultiKernelMultiDevice(launchParamsList, static_cast<int>(numDevices), flags);
}

#include <hip/hipify/api/overload_occupancy.h>
#include <hip/hipify/api/overload_texture.h>

#endif
