// Plain C: asks two devices what they are and lets them reach each other. Prints what is not as expected, then `done`.
#include <stdio.h>
#include <string.h>
#include <hip/hip_runtime_api.h>
#include <hip/hip_deprecated.h>

#define EXPECT(condition) \
    do { if (!(condition)) printf("line %d: %s\n", __LINE__, #condition); } while (0)

static void properties(void) {
    hipDeviceProp_t new_layout;
    hipDeviceProp_tR0000 old_layout;
    int count = 0, value = 0;
    EXPECT(hipGetDeviceCount(&count) == hipSuccess && count == 2);
    EXPECT(hipGetDeviceProperties(&new_layout, 1) == hipSuccess);
    EXPECT(hipGetDevicePropertiesR0000(&old_layout, 1) == hipSuccess);
    EXPECT(strcmp(new_layout.name, old_layout.name) == 0 && strlen(new_layout.name) > 0);
    EXPECT(new_layout.warpSize == 64 && old_layout.warpSize == 64);
    EXPECT(new_layout.multiProcessorCount == 3);
    EXPECT(hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, 0) == hipSuccess && value == 64);
    EXPECT(hipDeviceGetAttribute(&value, hipDeviceAttributeMultiprocessorCount, 0) == hipSuccess && value == 3);
    EXPECT(hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, 2) == hipErrorInvalidDevice);
    EXPECT(hipGetLastError() == hipErrorInvalidDevice && hipGetLastError() == hipSuccess);
}

static void identities(void) {
    hipUUID first, second;
    char bus[32];
    int device = -1;
    EXPECT(hipDeviceGetUuid(&first, 0) == hipSuccess && hipDeviceGetUuid(&second, 1) == hipSuccess);
    EXPECT(memcmp(&first, &second, sizeof first) != 0);
    EXPECT(hipDeviceGetPCIBusId(bus, sizeof bus, 1) == hipSuccess);
    EXPECT(hipDeviceGetByPCIBusId(&device, bus) == hipSuccess && device == 1);
    EXPECT(hipSetDevice(1) == hipSuccess && hipGetDevice(&device) == hipSuccess && device == 1);
    EXPECT(hipGetStreamDeviceId(NULL) == 1);
    EXPECT(hipSetDevice(0) == hipSuccess && hipSetDevice(2) == hipErrorInvalidDevice);
}

static void peers(void) {
    int can = 0;
    EXPECT(hipDeviceCanAccessPeer(&can, 0, 1) == hipSuccess && can == 1);
    EXPECT(hipDeviceDisablePeerAccess(1) == hipErrorPeerAccessNotEnabled);
    EXPECT(hipDeviceEnablePeerAccess(1, 1) == hipErrorInvalidValue);
    EXPECT(hipDeviceEnablePeerAccess(1, 0) == hipSuccess);
    EXPECT(hipDeviceEnablePeerAccess(1, 0) == hipErrorPeerAccessAlreadyEnabled);
    EXPECT(hipDeviceDisablePeerAccess(1) == hipSuccess);
    EXPECT(hipDeviceEnablePeerAccess(0, 0) == hipErrorInvalidDevice);
}

static void addresses(void) {
    void *address = NULL;
    hipDriverProcAddressQueryResult result;
    EXPECT(hipGetProcAddress("hipGetDeviceProperties", &address, HIP_VERSION, 0, &result) == hipSuccess);
    EXPECT(address == (void *)hipGetDevicePropertiesR0600 && result == HIP_GET_PROC_ADDRESS_SUCCESS);
    EXPECT(hipGetProcAddress("hipMemcpyAsync", &address, HIP_VERSION, 2, NULL) == hipSuccess);
    EXPECT(address == (void *)hipMemcpyAsync_spt);
    EXPECT(hipGetProcAddress("hipNothing", &address, HIP_VERSION, 0, &result) == hipErrorInvalidValue);
    EXPECT(address == NULL && result == HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
}

static void own_stream(void) {
    int from[4] = {1, 2, 3, 4}, to[4] = {0, 0, 0, 0};
    void *memory = NULL;
    EXPECT(hipMalloc(&memory, sizeof from) == hipSuccess);
    EXPECT(hipMemset_spt(memory, 0, sizeof from) == hipSuccess);
    EXPECT(hipMemcpyAsync_spt(memory, from, sizeof from, hipMemcpyHostToDevice, NULL) == hipSuccess);
    EXPECT(hipMemcpy_spt(to, memory, sizeof to, hipMemcpyDeviceToHost) == hipSuccess && to[3] == 4);
    EXPECT(hipMemcpy_spt(NULL, memory, sizeof to, hipMemcpyDeviceToHost) == hipErrorInvalidValue);
    EXPECT(hipStreamSynchronize_spt(NULL) == hipSuccess && hipStreamQuery_spt(NULL) == hipSuccess);
    EXPECT(hipFree(memory) == hipSuccess);
}

int main(void) {
    properties();
    identities();
    peers();
    addresses();
    own_stream();
    printf("done\n");
    return 0;
}
