// Memory pools and virtual memory.
#include "check.h"

#include <unistd.h>

static unsigned long long attribute(hipMemPool_t pool, hipMemPoolAttr attribute) {
    unsigned long long value = 0;
    CHECK(hipMemPoolGetAttribute(pool, attribute, &value));
    return value;
}

static void allocates_in_order() {
    hipStream_t stream;
    CHECK(hipStreamCreate(&stream));
    hipMemPool_t pool;
    CHECK(hipDeviceGetDefaultMemPool(&pool, 0));
    char *memory, back[1000];
    CHECK(hipMallocAsync((void **)&memory, 1000, stream));
    TRUE(attribute(pool, hipMemPoolAttrUsedMemCurrent) >= 1000);
    CHECK(hipMemsetAsync(memory, 5, 1000, stream));
    CHECK(hipMemcpyAsync(back, memory, 1000, hipMemcpyDeviceToHost, stream));
    CHECK(hipFreeAsync(memory, stream));
    CHECK(hipStreamSynchronize(stream));
    TRUE(back[0] == 5 && back[999] == 5);
    TRUE(attribute(pool, hipMemPoolAttrUsedMemCurrent) == 0);
    TRUE(attribute(pool, hipMemPoolAttrReservedMemCurrent) == 0);
    FAILS(hipFreeAsync(memory, stream), hipErrorInvalidValue);
    // Kept up to the threshold, and used again.
    unsigned long long threshold = ~0ull, none = 0;
    CHECK(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &threshold));
    for (int n = 0; n < 100; n++) {
        char *again;
        CHECK(hipMallocAsync((void **)&again, 100000, stream));
        CHECK(hipMemsetAsync(again, n, 100000, stream));
        CHECK(hipFreeAsync(again, stream));
        CHECK(hipStreamSynchronize(stream));
    }
    const unsigned long long reserved = attribute(pool, hipMemPoolAttrReservedMemCurrent);
    TRUE(reserved >= 100000 && reserved < 110000);
    CHECK(hipMemPoolTrimTo(pool, 0));
    TRUE(attribute(pool, hipMemPoolAttrReservedMemCurrent) == 0 && attribute(pool, hipMemPoolAttrReservedMemHigh) >= 100000);
    CHECK(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &none));
    CHECK(hipMemPoolSetAttribute(pool, hipMemPoolAttrReservedMemHigh, &none));
    TRUE(attribute(pool, hipMemPoolAttrReservedMemHigh) == 0);
    // Either kind of memory can be freed either way.
    CHECK(hipMallocAsync((void **)&memory, 1000, stream));
    CHECK(hipFree(memory));
    CHECK(hipMalloc((void **)&memory, 1000));
    CHECK(hipFreeAsync(memory, stream));
    CHECK(hipStreamDestroy(stream));
}

static void makes_pools() {
    hipMemPoolProps props = {};
    props.allocType = hipMemAllocationTypePinned;
    props.location.type = hipMemLocationTypeDevice;
    props.maxSize = 1 << 20;
    hipMemPool_t pool, before, now;
    CHECK(hipMemPoolCreate(&pool, &props));
    void *memory, *other;
    CHECK(hipMallocFromPoolAsync(&memory, 1 << 19, pool, nullptr));
    FAILS(hipMallocFromPoolAsync(&other, 1 << 20, pool, nullptr), hipErrorOutOfMemory);
    hipMemAccessFlags flags;
    hipMemLocation location = {hipMemLocationTypeDevice, 0};
    CHECK(hipMemPoolGetAccess(&flags, pool, &location));
    TRUE(flags == hipMemAccessFlagsProtReadWrite);
    CHECK(hipDeviceGetMemPool(&before, 0));
    CHECK(hipDeviceSetMemPool(0, pool));
    CHECK(hipDeviceGetMemPool(&now, 0));
    TRUE(now == pool && before != pool);
    CHECK(hipFreeAsync(memory, nullptr));
    CHECK(hipDeviceSynchronize());
    CHECK(hipMemPoolDestroy(pool));
    CHECK(hipDeviceGetMemPool(&now, 0));
    TRUE(now == before);
    FAILS(hipMemPoolTrimTo(pool, 0), hipErrorInvalidValue);
    FAILS(hipMemPoolDestroy(before), hipErrorInvalidValue);
    props.handleTypes = hipMemHandleTypeWin32;
    FAILS(hipMemPoolCreate(&pool, &props), hipErrorNotSupported);
}

static void maps_memory() {
    hipMemAllocationProp props = {};
    props.type = hipMemAllocationTypePinned;
    props.location.type = hipMemLocationTypeDevice;
    props.requestedHandleType = hipMemHandleTypePosixFileDescriptor;
    size_t size = 0;
    CHECK(hipMemGetAllocationGranularity(&size, &props, hipMemAllocationGranularityRecommended));
    hipMemGenericAllocationHandle_t handle, imported, retained;
    FAILS(hipMemCreate(&handle, 100, &props, 0), hipErrorInvalidValue);
    CHECK(hipMemCreate(&handle, size, &props, 0));
    char *range;
    CHECK(hipMemAddressReserve((void **)&range, 3 * size, 0, nullptr, 0));
    CHECK(hipMemMap(range, size, 0, handle, 0));
    FAILS(hipMemMap(range, size, 0, handle, 0), hipErrorInvalidValue);
    // The same memory once more, by its file descriptor.
    int file;
    CHECK(hipMemExportToShareableHandle(&file, handle, hipMemHandleTypePosixFileDescriptor, 0));
    CHECK(hipMemImportFromShareableHandle(&imported, (void *)(size_t)file, hipMemHandleTypePosixFileDescriptor));
    close(file);
    CHECK(hipMemMap(range + size, size, 0, imported, 0));
    unsigned long long flags = 9;
    hipMemLocation location = {hipMemLocationTypeDevice, 0};
    CHECK(hipMemGetAccess(&flags, &location, range));
    TRUE(flags == hipMemAccessFlagsProtNone);
    hipMemAccessDesc access = {location, hipMemAccessFlagsProtReadWrite};
    CHECK(hipMemSetAccess(range, 2 * size, &access, 1));
    FAILS(hipMemSetAccess(range, 3 * size, &access, 1), hipErrorInvalidValue);
    CHECK(hipMemGetAccess(&flags, &location, range + size + 5));
    TRUE(flags == hipMemAccessFlagsProtReadWrite);
    CHECK(hipMemset(range, 3, size));
    TRUE(range[2 * size - 1] == 3);
    CHECK(hipMemRetainAllocationHandle(&retained, range + 10));
    TRUE(retained == handle);
    CHECK(hipMemRelease(retained));
    CHECK(hipMemRelease(handle));
    FAILS(hipMemRelease(handle), hipErrorInvalidValue);
    FAILS(hipMemAddressFree(range, 3 * size), hipErrorInvalidValue);
    CHECK(hipMemUnmap(range, 2 * size));
    FAILS(hipMemUnmap(range, size), hipErrorInvalidValue);
    CHECK(hipMemRelease(imported));
    CHECK(hipMemAddressFree(range, 3 * size));
    FAILS(hipMemAddressFree(range, 3 * size), hipErrorInvalidValue);
}

static void sets_attributes_of_pointers() {
    void *memory;
    CHECK(hipMalloc(&memory, 64));
    const unsigned yes = 1;
    CHECK(hipPointerSetAttribute(&yes, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, memory));
    FAILS(hipPointerSetAttribute(&yes, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, memory), hipErrorInvalidValue);
    FAILS(hipPointerSetAttribute(nullptr, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, memory), hipErrorInvalidValue);
    CHECK(hipFree(memory));
    FAILS(hipPointerSetAttribute(&yes, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, memory), hipErrorInvalidValue);
}

int main() {
    allocates_in_order();
    sets_attributes_of_pointers();
    makes_pools();
    maps_memory();
    return 0;
}
