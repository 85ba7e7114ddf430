// Types of launches and of what is known about kernels.
#ifndef HIPIFY_API_LAUNCH_TYPES_H
#define HIPIFY_API_LAUNCH_TYPES_H

#include <stddef.h>
#include <stdint.h>
#include <hip/driver_types.h>
#include <hip/hipify/api/handle.h>

typedef struct dim3 {
    uint32_t x;
    uint32_t y;
    uint32_t z;
#if defined(__cplusplus) && defined(__HIP__)
    constexpr __attribute__((host)) __attribute__((device)) dim3(uint32_t _x = 1, uint32_t _y = 1, uint32_t _z = 1)
        : x(_x), y(_y), z(_z) {}
#elif defined(__cplusplus)
    constexpr dim3(uint32_t _x = 1, uint32_t _y = 1, uint32_t _z = 1) : x(_x), y(_y), z(_z) {}
#endif
} dim3;

typedef struct hipLaunchParams_t {
    void *func;
    dim3 gridDim;
    dim3 blockDim;
    void **args;
    size_t sharedMem;
    hipStream_t stream;
} hipLaunchParams;

typedef struct hipFunctionLaunchParams_t {
    hipFunction_t function;
    unsigned int gridDimX;
    unsigned int gridDimY;
    unsigned int gridDimZ;
    unsigned int blockDimX;
    unsigned int blockDimY;
    unsigned int blockDimZ;
    unsigned int sharedMemBytes;
    hipStream_t hStream;
    void **kernelParams;
} hipFunctionLaunchParams;

typedef struct hipFuncAttributes {
    int binaryVersion;
    int cacheModeCA;
    size_t constSizeBytes;
    size_t localSizeBytes;
    int maxDynamicSharedSizeBytes;
    int maxThreadsPerBlock;
    int numRegs;
    int preferredShmemCarveout;
    int ptxVersion;
    size_t sharedSizeBytes;
} hipFuncAttributes;

typedef enum hipFuncAttribute {
    hipFuncAttributeMaxDynamicSharedMemorySize = 8,
    hipFuncAttributePreferredSharedMemoryCarveout,
    hipFuncAttributeMax
} hipFuncAttribute;

typedef enum hipFuncCache_t {
    hipFuncCachePreferNone,
    hipFuncCachePreferShared,
    hipFuncCachePreferL1,
    hipFuncCachePreferEqual
} hipFuncCache_t;

typedef enum hipSharedMemConfig {
    hipSharedMemBankSizeDefault,
    hipSharedMemBankSizeFourByte,
    hipSharedMemBankSizeEightByte
} hipSharedMemConfig;

typedef enum hipAccessProperty {
    hipAccessPropertyNormal,
    hipAccessPropertyStreaming,
    hipAccessPropertyPersisting
} hipAccessProperty;

typedef struct hipAccessPolicyWindow {
    void *base_ptr;
    hipAccessProperty hitProp;
    float hitRatio;
    hipAccessProperty missProp;
    size_t num_bytes;
} hipAccessPolicyWindow;

typedef enum hipSynchronizationPolicy {
    hipSyncPolicyAuto = 1,
    hipSyncPolicySpin,
    hipSyncPolicyYield,
    hipSyncPolicyBlockingSync
} hipSynchronizationPolicy;

typedef enum hipLaunchMemSyncDomain {
    hipLaunchMemSyncDomainDefault,
    hipLaunchMemSyncDomainRemote
} hipLaunchMemSyncDomain;

typedef struct hipLaunchMemSyncDomainMap_st {
    unsigned char default_;
    unsigned char remote;
} hipLaunchMemSyncDomainMap;

typedef enum hipLaunchAttributeID {
    hipLaunchAttributeAccessPolicyWindow = 1,
    hipLaunchAttributeCooperative,
    hipLaunchAttributeSynchronizationPolicy,
    hipLaunchAttributePriority = 8,
    hipLaunchAttributeMemSyncDomainMap,
    hipLaunchAttributeMemSyncDomain
} hipLaunchAttributeID;

typedef union hipLaunchAttributeValue {
    hipAccessPolicyWindow accessPolicyWindow;
    int cooperative;
    int priority;
    hipSynchronizationPolicy syncPolicy;
    hipLaunchMemSyncDomainMap memSyncDomainMap;
    hipLaunchMemSyncDomain memSyncDomain;
} hipLaunchAttributeValue;

#define hipStreamAttrID hipLaunchAttributeID
#define hipStreamAttrValue hipLaunchAttributeValue
#define hipStreamAttributeAccessPolicyWindow hipLaunchAttributeAccessPolicyWindow
#define hipStreamAttributeSynchronizationPolicy hipLaunchAttributeSynchronizationPolicy
#define hipStreamAttributePriority hipLaunchAttributePriority
#define hipStreamAttributeMemSyncDomainMap hipLaunchAttributeMemSyncDomainMap
#define hipStreamAttributeMemSyncDomain hipLaunchAttributeMemSyncDomain

#endif
