// Functions that HIP has since 6.4 and 7: attributes and numbers of streams, fills of rows, launches by configuration, locations in
// the place of devices, what a module holds.
// run: wave-any
// targets: cpu (HIP 6.4's headers lack them)
// flags: -lhiprtc
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>

#include "case.h"

#include <string>

__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

static void streams() {
    hipStream_t first, second;
    unsigned long long one = 0, other = 0;
    NEED(hipStreamCreate(&first));
    NEED(hipStreamCreate(&second));
    GIVES("Stream", "hipStreamGetId succeeds", hipStreamGetId(first, &one), hipSuccess);
    NEED(hipStreamGetId(second, &other));
    CASE("Stream", "hipStreamGetId gives each stream a number of its own", one != other);
    GIVES("Stream", "hipStreamGetId into no variable: hipErrorInvalidValue", hipStreamGetId(first, nullptr), hipErrorInvalidValue);
    hipStreamAttrValue value{}, got{};
    value.syncPolicy = hipSyncPolicyYield;
    GIVES("Stream", "hipStreamSetAttribute sets how the host waits", hipStreamSetAttribute(first, hipStreamAttributeSynchronizationPolicy, &value),
          hipSuccess);
    NEED(hipStreamGetAttribute(first, hipStreamAttributeSynchronizationPolicy, &got));
    CASE("Stream", "hipStreamGetAttribute gives what was set", got.syncPolicy == hipSyncPolicyYield);
    GIVES("Stream", "hipStreamCopyAttributes succeeds", hipStreamCopyAttributes(second, first), hipSuccess);
    got = {};
    NEED(hipStreamGetAttribute(second, hipStreamAttributeSynchronizationPolicy, &got));
    CASE("Stream", "hipStreamCopyAttributes gives a stream what another has", got.syncPolicy == hipSyncPolicyYield);
    GIVES("Stream", "hipStreamGetAttribute into no variable: hipErrorInvalidValue",
          hipStreamGetAttribute(first, hipStreamAttributeSynchronizationPolicy, nullptr), hipErrorInvalidValue);
    NEED(hipStreamDestroy(first));
    NEED(hipStreamDestroy(second));
}

static void rows() {
    unsigned char *bytes, got[256];
    NEED(hipMalloc(&bytes, 256));
    NEED(hipMemset(bytes, 0, 256));
    NEED(hipMemsetD2D8(bytes, 32, 9, 5, 3));
    NEED(hipMemsetD2D16(bytes + 8, 32, 0x0102, 2, 3));
    NEED(hipMemsetD2D32(bytes + 16, 32, 0x01020304, 1, 3));
    NEED(hipMemcpy(got, bytes, 256, hipMemcpyDeviceToHost));
    CASE("Memory", "hipMemsetD2D8 sets bytes of each row", got[0] == 9 && got[4] == 9 && got[5] == 0 && got[64] == 9 && got[96] == 0);
    CASE("Memory", "hipMemsetD2D16 sets 16 bits at a time", got[8] == 2 && got[9] == 1 && got[11] == 1 && got[12] == 0);
    CASE("Memory", "hipMemsetD2D32 sets 32 bits at a time", got[16] == 4 && got[19] == 1 && got[20] == 0 && got[80] == 4);
    hipStream_t stream;
    NEED(hipStreamCreate(&stream));
    NEED(hipMemsetD2D8Async(bytes, 32, 1, 5, 3, stream));
    NEED(hipMemsetD2D16Async(bytes + 8, 32, 0x0203, 2, 3, stream));
    NEED(hipMemsetD2D32Async(bytes + 16, 32, 0x05060708, 1, 3, stream));
    NEED(hipStreamSynchronize(stream));
    NEED(hipMemcpy(got, bytes, 256, hipMemcpyDeviceToHost));
    CASE("Memory", "hipMemsetD2D8Async, hipMemsetD2D16Async and hipMemsetD2D32Async have set when their stream is done",
         got[68] == 1 && got[8] == 3 && got[9] == 2 && got[16] == 8 && got[19] == 5);
    NEED(hipStreamDestroy(stream));
    NEED(hipFree(bytes));
}

static void launches() {
    int *memory, got = 0, by = 4;
    NEED(hipMalloc(&memory, 32 * sizeof(int)));
    NEED(hipMemset(memory, 0, 32 * sizeof(int)));
    void *arguments[] = {&memory, &by};
    hipFunction_t function;
    NEED(hipGetFuncBySymbol(&function, reinterpret_cast<const void *>(add)));
    HIP_LAUNCH_CONFIG config{};
    config.gridDimX = config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = 32;
    config.blockDimY = config.blockDimZ = 1;
    GIVES("Execution", "hipDrvLaunchKernelEx succeeds", hipDrvLaunchKernelEx(&config, function, arguments, nullptr), hipSuccess);
    NEED(hipMemcpy(&got, memory, sizeof got, hipMemcpyDeviceToHost));
    CASE("Execution", "hipDrvLaunchKernelEx runs the kernel in the shape of the configuration", got == 4);
    GIVES("Execution", "hipDrvLaunchKernelEx without a configuration: hipErrorInvalidValue",
          hipDrvLaunchKernelEx(nullptr, function, arguments, nullptr), hipErrorInvalidValue);
    GIVES("Execution", "hipLaunchKernelExC without a configuration: hipErrorInvalidConfiguration",
          hipLaunchKernelExC(nullptr, reinterpret_cast<const void *>(add), arguments), hipErrorInvalidConfiguration);
    size_t left = 0;
    GIVES("Occupancy", "hipOccupancyAvailableDynamicSMemPerBlock succeeds",
          hipOccupancyAvailableDynamicSMemPerBlock(&left, reinterpret_cast<const void *>(add), 1, 64), hipSuccess);
    CASE("Occupancy", "hipOccupancyAvailableDynamicSMemPerBlock gives at most what a compute unit has", left > 0 && left <= size_t{1} << 20);
    GIVES("Occupancy", "hipOccupancyAvailableDynamicSMemPerBlock into no variable: hipErrorInvalidValue",
          hipOccupancyAvailableDynamicSMemPerBlock(nullptr, reinterpret_cast<const void *>(add), 1, 64), hipErrorInvalidValue);
    NEED(hipFree(memory));
}

static void locations() {
    char *memory;
    NEED(hipMallocManaged(reinterpret_cast<void **>(&memory), 8192));
    hipMemLocation host{hipMemLocationTypeHost, 0}, device{hipMemLocationTypeDevice, 0};
    int where = 99;
    GIVES("MemoryM", "hipMemPrefetchAsync_v2 to the host succeeds", hipMemPrefetchAsync_v2(memory, 8192, host, 0, nullptr), hipSuccess);
    NEED(hipDeviceSynchronize());
    NEED(hipMemRangeGetAttribute(&where, sizeof where, hipMemRangeAttributeLastPrefetchLocation, memory, 8192));
    CASE("MemoryM", "hipMemPrefetchAsync_v2: the host is where memory was prefetched to last", where == hipCpuDeviceId);
    GIVES("MemoryM", "hipMemPrefetchAsync_v2 to a device succeeds", hipMemPrefetchAsync_v2(memory, 8192, device, 0, nullptr), hipSuccess);
    GIVES("MemoryM", "hipMemAdvise_v2 takes a preferred location", hipMemAdvise_v2(memory, 8192, hipMemAdviseSetPreferredLocation, device), hipSuccess);
    NEED(hipMemRangeGetAttribute(&where, sizeof where, hipMemRangeAttributePreferredLocation, memory, 8192));
    CASE("MemoryM", "hipMemAdvise_v2: the location is the preferred one", where == 0);
    GIVES("MemoryM", "hipMemPrefetchAsync_v2 of no memory: hipErrorInvalidValue", hipMemPrefetchAsync_v2(nullptr, 8192, device, 0, nullptr),
          hipErrorInvalidValue);
    NEED(hipFree(memory));
}

static void modules() {
    hiprtcProgram program;
    NEED(hiprtcCreateProgram(&program, "extern \"C\" __global__ void one() {} extern \"C\" __global__ void two() {}", "two.hip", 0, nullptr, nullptr));
    NEED(hiprtcCompileProgram(program, 0, nullptr));
    size_t size = 0;
    NEED(hiprtcGetCodeSize(program, &size));
    std::string code(size, 0);
    NEED(hiprtcGetCode(program, &code[0]));
    NEED(hiprtcDestroyProgram(&program));
    hipModule_t module;
    unsigned count = 0;
    GIVES("Module", "hipModuleLoadFatBinary loads compiled code", hipModuleLoadFatBinary(&module, code.data()), hipSuccess);
    GIVES("Module", "hipModuleGetFunctionCount succeeds", hipModuleGetFunctionCount(&count, module), hipSuccess);
    CASE("Module", "hipModuleGetFunctionCount counts the kernels", count == 2);
    GIVES("Module", "hipModuleGetFunctionCount into no variable: hipErrorInvalidValue", hipModuleGetFunctionCount(nullptr, module), hipErrorInvalidValue);
    NEED(hipModuleUnload(module));
}

int main() {
    streams();
    rows();
    launches();
    locations();
    modules();
    return end_of_cases("newer");
}
