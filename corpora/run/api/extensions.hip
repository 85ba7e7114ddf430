// What HIP has beyond CUDA's runtime API: names of calls and kernels, launches with events, functions by name, profiling, resources
// of other APIs, handles for other processes.
// run: wave-any
#include <hip/hip_runtime.h>
#include <hip/hip_ext.h>

#include "case.h"

#include <string>
#include <unistd.h>

extern "C" __global__ void add_numbers(int *v, int by) { v[threadIdx.x] += by; }

static const void *kernel() { return reinterpret_cast<const void *>(add_numbers); }

static void names() {
    hipFunction_t function = nullptr;
    GIVES("Module", "hipGetFuncBySymbol gives a kernel's function", hipGetFuncBySymbol(&function, kernel()), hipSuccess);
    CASE("Callback", "hipKernelNameRefByPtr gives the name of a kernel of this program",
         std::string(hipKernelNameRefByPtr(kernel(), nullptr)).find("add_numbers") != std::string::npos);
    int *memory, got = 0, by = 3;
    NEED(hipMalloc(&memory, 32 * sizeof(int)));
    NEED(hipMemset(memory, 0, 32 * sizeof(int)));
    void *arguments[] = {&memory, &by};
    NEED(hipModuleLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr));
    NEED(hipMemcpy(&got, memory, sizeof got, hipMemcpyDeviceToHost));
    CASE("Module", "hipGetFuncBySymbol: the function can be launched as one of a module", got == 3);
    GIVES("Module", "hipGetFuncBySymbol of what is no kernel: hipErrorInvalidDeviceFunction", hipGetFuncBySymbol(&function, &got),
          hipErrorInvalidDeviceFunction);
    hipEvent_t start, stop;
    NEED(hipEventCreate(&start));
    NEED(hipEventCreate(&stop));
    GIVES("Clang", "hipExtLaunchKernel takes events", hipExtLaunchKernel(kernel(), dim3(1), dim3(32), arguments, 0, nullptr, start, stop, 0), hipSuccess);
    NEED(hipEventSynchronize(stop));
    float milliseconds = -1;
    NEED(hipEventElapsedTime(&milliseconds, start, stop));
    NEED(hipMemcpy(&got, memory, sizeof got, hipMemcpyDeviceToHost));
    CASE("Clang", "hipExtLaunchKernel runs the kernel between its events", got == 6 && milliseconds >= 0);
    NEED(hipEventDestroy(start));
    NEED(hipEventDestroy(stop));
    GIVES("Clang", "hipConfigureCall takes the shape of a launch", hipConfigureCall(dim3(1), dim3(32), 0, nullptr), hipSuccess);
    NEED(hipSetupArgument(&memory, sizeof memory, 0));
    GIVES("Clang", "hipSetupArgument takes an argument at its offset", hipSetupArgument(&by, sizeof by, sizeof memory), hipSuccess);
    GIVES("Clang", "hipLaunchByPtr launches with the shape and the arguments", hipLaunchByPtr(kernel()), hipSuccess);
    NEED(hipMemcpy(&got, memory, sizeof got, hipMemcpyDeviceToHost));
    CASE("Clang", "hipLaunchByPtr: the kernel has run", got == 9);
    NEED(hipFree(memory));
}

static void procedures() {
    void *found = nullptr;
    hipDriverProcAddressQueryResult status{};
    GIVES("Driver", "hipGetProcAddress finds a function", hipGetProcAddress("hipMalloc", &found, HIP_VERSION, 0, &status), hipSuccess);
    CASE("Driver", "hipGetProcAddress tells that it found the function", found && status == HIP_GET_PROC_ADDRESS_SUCCESS);
    void *memory = nullptr;
    const auto allocate = reinterpret_cast<hipError_t (*)(void **, size_t)>(found);
    CASE("Driver", "hipGetProcAddress gives a function that works", allocate(&memory, 64) == hipSuccess && memory && hipFree(memory) == hipSuccess);
    GIVES("Driver", "hipGetProcAddress of a name that is none: hipErrorInvalidValue", hipGetProcAddress("hipNothing", &found, HIP_VERSION, 0, &status),
          hipErrorInvalidValue);
    GIVES("Driver", "hipGetProcAddress of no name: hipErrorInvalidValue", hipGetProcAddress(nullptr, &found, HIP_VERSION, 0, &status),
          hipErrorInvalidValue);
    int version = 0;
    NEED(hipRuntimeGetVersion(&version));
    CASE("Driver", "hipRuntimeGetVersion is HIP's version: ten millions a major and a hundred thousand a minor",
         version / 10000000 == HIP_VERSION_MAJOR && version / 100000 % 100 == HIP_VERSION_MINOR);
    int major = -1, minor = -1;
    hipDeviceProp_t all;
    NEED(hipGetDeviceProperties(&all, 0));
    GIVES("Driver", "hipDeviceComputeCapability succeeds", hipDeviceComputeCapability(&major, &minor, 0), hipSuccess);
    CASE("Driver", "hipDeviceComputeCapability gives the version that the properties have", major == all.major && minor == all.minor);
    GIVES("Driver", "hipDeviceComputeCapability of a device that is none: hipErrorInvalidDevice", hipDeviceComputeCapability(&major, &minor, 99),
          hipErrorInvalidDevice);
    GIVES("Error", "hipExtGetLastError gives the error of the latest call",
          ((void)hipSetDevice(-1), hipExtGetLastError()), hipErrorInvalidDevice);
    GIVES("Error", "hipExtGetLastError forgets the error", hipExtGetLastError(), hipSuccess);
    uint32_t type = 0, hops = 0;
    GIVES("Device", "hipExtGetLinkTypeAndHopCount of a device and itself: hipErrorInvalidValue", hipExtGetLinkTypeAndHopCount(0, 0, &type, &hops),
          hipErrorInvalidValue);
    GIVES("Device", "hipExtGetLinkTypeAndHopCount into no variable: hipErrorInvalidValue", hipExtGetLinkTypeAndHopCount(0, 1, nullptr, &hops),
          hipErrorInvalidValue);
    size_t size = 0;
    NEED(hipMalloc(&memory, 1000));
    GIVES("Memory", "hipMemPtrGetInfo gives the size of an allocation", hipMemPtrGetInfo(memory, &size), hipSuccess);
    CASE("Memory", "hipMemPtrGetInfo: at least what was asked for", size >= 1000);
    NEED(hipFree(memory));
    GIVES("Memory", "hipHostMalloc takes hipHostMallocCoherent", hipHostMalloc(&memory, 64, hipHostMallocCoherent), hipSuccess);
    NEED(hipHostFree(memory));
    GIVES("Memory", "hipHostMalloc takes hipHostMallocNonCoherent", hipHostMalloc(&memory, 64, hipHostMallocNonCoherent), hipSuccess);
    NEED(hipHostFree(memory));
    GIVES("Memory", "hipHostMalloc takes hipHostMallocNumaUser", hipHostMalloc(&memory, 64, hipHostMallocNumaUser), hipSuccess);
    NEED(hipHostFree(memory));
    GIVES("Memory", "hipHostMalloc refuses hipHostMallocCoherent and hipHostMallocNonCoherent at once: hipErrorInvalidValue",
          hipHostMalloc(&memory, 64, hipHostMallocCoherent | hipHostMallocNonCoherent), hipErrorInvalidValue);
    hipEvent_t event;
    GIVES("Event", "hipEventCreateWithFlags takes hipEventReleaseToSystem", hipEventCreateWithFlags(&event, hipEventReleaseToSystem), hipSuccess);
    NEED(hipEventDestroy(event));
    GIVES("Event", "hipEventDestroy of an event that was destroyed: hipErrorContextIsDestroyed", hipEventDestroy(event), hipErrorContextIsDestroyed);
    GIVES("Event", "hipEventCreateWithFlags refuses both releases at once: hipErrorInvalidValue",
          hipEventCreateWithFlags(&event, hipEventReleaseToDevice | hipEventReleaseToSystem), hipErrorInvalidValue);
}

static void profiling() {
    GIVES("Profiler", "hipProfilerStart succeeds, where AMD's runtime answers hipErrorNotSupported", hipProfilerStart(), hipSuccess);
    GIVES("Profiler", "hipProfilerStop succeeds, where AMD's runtime answers hipErrorNotSupported", hipProfilerStop(), hipSuccess);
}

static void external() {
    hipExternalMemory_t memory = nullptr;
    hipExternalSemaphore_t semaphore = nullptr;
    hipExternalMemoryHandleDesc of_memory{};
    hipExternalSemaphoreHandleDesc of_semaphore{};
    GIVES("External", "hipImportExternalMemory into no variable: hipErrorInvalidValue", hipImportExternalMemory(nullptr, &of_memory), hipErrorInvalidValue);
    GIVES("External", "hipImportExternalMemory without a description: hipErrorInvalidValue", hipImportExternalMemory(&memory, nullptr),
          hipErrorInvalidValue);
    GIVES("External", "hipDestroyExternalMemory of no memory: hipErrorInvalidValue", hipDestroyExternalMemory(nullptr), hipErrorInvalidValue);
    of_semaphore.type = hipExternalSemaphoreHandleTypeOpaqueFd;
    of_semaphore.handle.fd = 0;
    GIVES("External", "hipImportExternalSemaphore is not supported on Linux: hipErrorNotSupported",
          hipImportExternalSemaphore(&semaphore, &of_semaphore), hipErrorNotSupported);
    hipExternalSemaphoreSignalParams to_signal{};
    hipExternalSemaphoreWaitParams to_wait{};
    GIVES("External", "hipSignalExternalSemaphoresAsync of no semaphores: hipErrorInvalidValue",
          hipSignalExternalSemaphoresAsync(nullptr, &to_signal, 1, nullptr), hipErrorInvalidValue);
    GIVES("External", "hipSignalExternalSemaphoresAsync of a semaphore that is none: hipErrorInvalidValue",
          hipSignalExternalSemaphoresAsync(&semaphore, &to_signal, 1, nullptr), hipErrorInvalidValue);
    GIVES("External", "hipWaitExternalSemaphoresAsync for no semaphores: hipErrorInvalidValue",
          hipWaitExternalSemaphoresAsync(nullptr, &to_wait, 1, nullptr), hipErrorInvalidValue);
    GIVES("External", "hipDestroyExternalSemaphore of no semaphore: hipErrorInvalidValue", hipDestroyExternalSemaphore(nullptr),
          hipErrorInvalidValue);
    // Memory of this process under a descriptor that another API could have given.
    hipMemAllocationProp kind{};
    kind.type = hipMemAllocationTypePinned;
    kind.location.type = hipMemLocationTypeDevice;
    kind.requestedHandleType = hipMemHandleTypePosixFileDescriptor;
    size_t bytes = 0;
    NEED(hipMemGetAllocationGranularity(&bytes, &kind, hipMemAllocationGranularityMinimum));
    hipMemGenericAllocationHandle_t handle;
    int file = -1;
    NEED(hipMemCreate(&handle, bytes, &kind, 0));
    GIVES("Virtual", "hipMemExportToShareableHandle gives a file descriptor",
          hipMemExportToShareableHandle(&file, handle, hipMemHandleTypePosixFileDescriptor, 0), hipSuccess);
    CASE("Virtual", "hipMemExportToShareableHandle gives a descriptor that is open", file >= 0);
    hipMemGenericAllocationHandle_t imported = nullptr;
    GIVES("Virtual", "hipMemImportFromShareableHandle takes the descriptor",
          hipMemImportFromShareableHandle(&imported, reinterpret_cast<void *>(static_cast<uintptr_t>(file)), hipMemHandleTypePosixFileDescriptor),
          hipSuccess);
    of_memory.type = hipExternalMemoryHandleTypeOpaqueFd;
    of_memory.handle.fd = dup(file);
    of_memory.size = bytes;
    GIVES("External", "hipImportExternalMemory takes a file descriptor", hipImportExternalMemory(&memory, &of_memory), hipSuccess);
    hipExternalMemoryBufferDesc buffer{};
    buffer.size = 4096;
    int *mapped = nullptr, got = 0;
    GIVES("External", "hipExternalMemoryGetMappedBuffer gives an address",
          hipExternalMemoryGetMappedBuffer(reinterpret_cast<void **>(&mapped), memory, &buffer), hipSuccess);
    NEED(hipMemset(mapped, 0, 4096));
    add_numbers<<<1, 32>>>(mapped, 12);
    NEED(hipMemcpy(&got, mapped, sizeof got, hipMemcpyDeviceToHost));
    CASE("External", "hipExternalMemoryGetMappedBuffer: kernels write the memory", got == 12);
    NEED(hipFree(mapped));
    GIVES("External", "hipDestroyExternalMemory succeeds", hipDestroyExternalMemory(memory), hipSuccess);
    NEED(hipMemRelease(imported));
    NEED(hipMemRelease(handle));
    close(file);
}

static void interprocess() {
    int *memory;
    NEED(hipMalloc(&memory, 4096));
    hipIpcMemHandle_t handle{};
    hipIpcEventHandle_t of_event{};
    hipEvent_t event, other;
    GIVES("Device", "hipIpcGetMemHandle gives a handle of memory", hipIpcGetMemHandle(&handle, memory), hipSuccess);
    GIVES("Device", "hipIpcGetMemHandle into no variable: hipErrorInvalidValue", hipIpcGetMemHandle(nullptr, memory), hipErrorInvalidValue);
    GIVES("Device", "hipIpcGetMemHandle of no memory: hipErrorInvalidValue", hipIpcGetMemHandle(&handle, nullptr), hipErrorInvalidValue);
    void *opened = nullptr;
    GIVES("Device", "hipIpcOpenMemHandle of a handle of the same process: hipErrorInvalidContext",
          hipIpcOpenMemHandle(&opened, handle, hipIpcMemLazyEnablePeerAccess), hipErrorInvalidContext);
    GIVES("Device", "hipIpcOpenMemHandle without its flag: hipErrorInvalidValue", hipIpcOpenMemHandle(&opened, handle, 0), hipErrorInvalidValue);
    GIVES("Device", "hipIpcOpenMemHandle into no variable: hipErrorInvalidValue", hipIpcOpenMemHandle(nullptr, handle, hipIpcMemLazyEnablePeerAccess),
          hipErrorInvalidValue);
    GIVES("Device", "hipIpcCloseMemHandle of no memory: hipErrorInvalidValue", hipIpcCloseMemHandle(nullptr), hipErrorInvalidValue);
    NEED(hipEventCreateWithFlags(&event, hipEventInterprocess | hipEventDisableTiming));
    GIVES("Device", "hipIpcGetEventHandle gives a handle of an event", hipIpcGetEventHandle(&of_event, event), hipSuccess);
    GIVES("Device", "hipIpcOpenEventHandle of a handle of the same process: hipErrorInvalidContext", hipIpcOpenEventHandle(&other, of_event),
          hipErrorInvalidContext);
    GIVES("Device", "hipIpcGetEventHandle into no variable: hipErrorInvalidValue", hipIpcGetEventHandle(nullptr, event), hipErrorInvalidValue);
    NEED(hipEventDestroy(event));
    NEED(hipEventCreate(&event));
    GIVES("Device", "hipIpcGetEventHandle of an event that is for this process alone: hipErrorInvalidConfiguration",
          hipIpcGetEventHandle(&of_event, event), hipErrorInvalidConfiguration);
    NEED(hipEventDestroy(event));
    NEED(hipFree(memory));
}

int main() {
    names();
    procedures();
    profiling();
    external();
    interprocess();
    return end_of_cases("extensions");
}
