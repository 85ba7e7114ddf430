// Contexts, which HIP has for the sake of the driver API: the current one of a thread, and that of a device.
// run: wave-any
#include <hip/hip_runtime.h>

#include "case.h"

#include <thread>

__global__ void write(int *to) { *to = 8; }

static void stack() {
    hipDevice_t device, of_context = -1;
    hipCtx_t first = nullptr, second = nullptr, got = nullptr;
    NEED(hipDeviceGet(&device, 0));
    GIVES("Context", "hipCtxCreate makes a context", hipCtxCreate(&first, 0, device), hipSuccess);
    NEED(hipCtxGetCurrent(&got));
    CASE("Context", "hipCtxCreate makes the context current", got == first && first);
    NEED(hipCtxGetDevice(&of_context));
    CASE("Context", "hipCtxGetDevice gives the current context's device", of_context == device);
    GIVES("Context", "hipCtxGetDevice into no variable: hipErrorInvalidValue", hipCtxGetDevice(nullptr), hipErrorInvalidValue);
    int *memory, value = 0;
    NEED(hipMalloc(&memory, sizeof value));
    write<<<1, 1>>>(memory);
    GIVES("Context", "hipCtxSynchronize waits for the context's work", hipCtxSynchronize(), hipSuccess);
    NEED(hipMemcpy(&value, memory, sizeof value, hipMemcpyDeviceToHost));
    CASE("Context", "hipCtxSynchronize: the work is done", value == 8);
    NEED(hipFree(memory));
    GIVES("Context", "hipCtxPopCurrent succeeds", hipCtxPopCurrent(&got), hipSuccess);
    CASE("Context", "hipCtxPopCurrent gives the context that was current", got == first);
    GIVES("Context", "hipCtxPushCurrent succeeds", hipCtxPushCurrent(first), hipSuccess);
    NEED(hipCtxGetCurrent(&got));
    CASE("Context", "hipCtxPushCurrent makes the context current", got == first);
    GIVES("Context", "hipCtxPushCurrent of no context: hipErrorInvalidContext", hipCtxPushCurrent(nullptr), hipErrorInvalidContext);
    GIVES("Context", "hipCtxSetCurrent succeeds", hipCtxSetCurrent(first), hipSuccess);
    GIVES("Context", "hipCtxDestroy succeeds", hipCtxDestroy(first), hipSuccess);
    GIVES("Context", "hipCtxDestroy of no context: hipErrorInvalidValue", hipCtxDestroy(nullptr), hipErrorInvalidValue);
    GIVES("Context", "hipCtxCreate for a device that is none: hipErrorInvalidValue", hipCtxCreate(&second, 0, 99), hipErrorInvalidValue);
    hipError_t empty = hipSuccess;
    std::thread([&] {
        hipCtx_t none;
        empty = hipCtxPopCurrent(&none);
    }).join();
    GIVES("Context", "hipCtxPopCurrent of a thread that pushed none: hipErrorInvalidContext", empty, hipErrorInvalidContext);
}

static void primary() {
    hipDevice_t device;
    NEED(hipDeviceGet(&device, 0));
    unsigned flags = 99;
    int active = 99;
    hipCtx_t context = nullptr;
    GIVES("Context", "hipDevicePrimaryCtxRetain gives the device's context", hipDevicePrimaryCtxRetain(&context, device), hipSuccess);
    CASE("Context", "hipDevicePrimaryCtxRetain gives a context that can be made current", context && hipCtxSetCurrent(context) == hipSuccess);
    GIVES("Context", "hipDevicePrimaryCtxGetState succeeds", hipDevicePrimaryCtxGetState(device, &flags, &active), hipSuccess);
    CASE("Context", "hipDevicePrimaryCtxGetState: a context in use is active", active == 1);
    active = 99;
    GIVES("Context", "hipDevicePrimaryCtxGetState gives one of both when the other is not asked for",
          hipDevicePrimaryCtxGetState(device, nullptr, &active), hipSuccess);
    GIVES("Context", "hipDevicePrimaryCtxGetState of a device that is none: hipErrorInvalidDevice",
          hipDevicePrimaryCtxGetState(99, &flags, &active), hipErrorInvalidDevice);
    GIVES("Context", "hipDevicePrimaryCtxRelease succeeds", hipDevicePrimaryCtxRelease(device), hipSuccess);
    GIVES("Context", "hipDevicePrimaryCtxRelease of a device that is none: hipErrorInvalidDevice", hipDevicePrimaryCtxRelease(99),
          hipErrorInvalidDevice);
    GIVES("Context", "hipDevicePrimaryCtxRetain of a device that is none: hipErrorInvalidDevice", hipDevicePrimaryCtxRetain(&context, 99),
          hipErrorInvalidDevice);
    GIVES("Context", "hipDevicePrimaryCtxRetain into no variable: hipErrorInvalidValue", hipDevicePrimaryCtxRetain(nullptr, device),
          hipErrorInvalidValue);
    GIVES("Context", "hipDevicePrimaryCtxSetFlags of a device that is none: hipErrorInvalidDevice", hipDevicePrimaryCtxSetFlags(99, 0),
          hipErrorInvalidDevice);
    hipSharedMemConfig banks{};
    GIVES("Context", "hipCtxGetSharedMemConfig succeeds", hipCtxGetSharedMemConfig(&banks), hipSuccess);
    CASE("Context", "hipCtxGetSharedMemConfig gives banks of four bytes", banks == hipSharedMemBankSizeFourByte);
}

int main() {
    stack();
    primary();
    return end_of_cases("contexts");
}
