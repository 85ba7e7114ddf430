// Types of memory and semaphores of other programming interfaces.
#ifndef HIPIFY_API_EXTERNAL_TYPES_H
#define HIPIFY_API_EXTERNAL_TYPES_H

#include <hip/driver_types.h>
#include <hip/hipify/api/handle.h>

typedef enum hipExternalMemoryHandleType_enum {
    hipExternalMemoryHandleTypeOpaqueFd = 1,
    hipExternalMemoryHandleTypeOpaqueWin32,
    hipExternalMemoryHandleTypeOpaqueWin32Kmt,
    hipExternalMemoryHandleTypeD3D12Heap,
    hipExternalMemoryHandleTypeD3D12Resource,
    hipExternalMemoryHandleTypeD3D11Resource,
    hipExternalMemoryHandleTypeD3D11ResourceKmt,
    hipExternalMemoryHandleTypeNvSciBuf
} hipExternalMemoryHandleType;

typedef struct hipExternalMemoryHandleDesc_st {
    hipExternalMemoryHandleType type;
    union {
        int fd;
        struct {
            void *handle;
            const void *name;
        } win32;
        const void *nvSciBufObject;
    } handle;
    unsigned long long size;
    unsigned int flags;
    unsigned int reserved[16];
} hipExternalMemoryHandleDesc;

typedef struct hipExternalMemoryBufferDesc_st {
    unsigned long long offset;
    unsigned long long size;
    unsigned int flags;
    unsigned int reserved[16];
} hipExternalMemoryBufferDesc;

typedef struct hipExternalMemoryMipmappedArrayDesc_st {
    unsigned long long offset;
    hipChannelFormatDesc formatDesc;
    hipExtent extent;
    unsigned int flags;
    unsigned int numLevels;
} hipExternalMemoryMipmappedArrayDesc;

typedef enum hipExternalSemaphoreHandleType_enum {
    hipExternalSemaphoreHandleTypeOpaqueFd = 1,
    hipExternalSemaphoreHandleTypeOpaqueWin32,
    hipExternalSemaphoreHandleTypeOpaqueWin32Kmt,
    hipExternalSemaphoreHandleTypeD3D12Fence,
    hipExternalSemaphoreHandleTypeD3D11Fence,
    hipExternalSemaphoreHandleTypeNvSciSync,
    hipExternalSemaphoreHandleTypeKeyedMutex,
    hipExternalSemaphoreHandleTypeKeyedMutexKmt,
    hipExternalSemaphoreHandleTypeTimelineSemaphoreFd,
    hipExternalSemaphoreHandleTypeTimelineSemaphoreWin32
} hipExternalSemaphoreHandleType;

typedef struct hipExternalSemaphoreHandleDesc_st {
    hipExternalSemaphoreHandleType type;
    union {
        int fd;
        struct {
            void *handle;
            const void *name;
        } win32;
        const void *NvSciSyncObj;
    } handle;
    unsigned int flags;
    unsigned int reserved[16];
} hipExternalSemaphoreHandleDesc;

typedef struct hipExternalSemaphoreSignalParams_st {
    struct {
        struct {
            unsigned long long value;
        } fence;
        union {
            void *fence;
            unsigned long long reserved;
        } nvSciSync;
        struct {
            unsigned long long key;
        } keyedMutex;
        unsigned int reserved[12];
    } params;
    unsigned int flags;
    unsigned int reserved[16];
} hipExternalSemaphoreSignalParams;

typedef struct hipExternalSemaphoreWaitParams_st {
    struct {
        struct {
            unsigned long long value;
        } fence;
        union {
            void *fence;
            unsigned long long reserved;
        } nvSciSync;
        struct {
            unsigned long long key;
            unsigned int timeoutMs;
        } keyedMutex;
        unsigned int reserved[10];
    } params;
    unsigned int flags;
    unsigned int reserved[16];
} hipExternalSemaphoreWaitParams;

typedef enum hipGraphicsRegisterFlags {
    hipGraphicsRegisterFlagsNone,
    hipGraphicsRegisterFlagsReadOnly,
    hipGraphicsRegisterFlagsWriteDiscard,
    hipGraphicsRegisterFlagsSurfaceLoadStore = 4,
    hipGraphicsRegisterFlagsTextureGather = 8
} hipGraphicsRegisterFlags;

#endif
