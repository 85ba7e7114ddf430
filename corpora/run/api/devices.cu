// Versions, devices, their attributes, limits and flags.
// run: wave-any
// nvcc: -lcuda
#include "case.h"

#include <cuda.h>
#include <cuda_runtime.h>

#include <thread>

static void versions() {
    int driver = 0, runtime = 0;
    GIVES("Driver", "hipInit takes the flags 0", cuInit(0), CUDA_SUCCESS);
    GIVES("Driver", "hipInit refuses other flags: hipErrorInvalidValue", cuInit(1), CUDA_ERROR_INVALID_VALUE);
    GIVES("Driver", "hipDriverGetVersion succeeds", cudaDriverGetVersion(&driver), cudaSuccess);
    GIVES("Driver", "hipRuntimeGetVersion succeeds", cudaRuntimeGetVersion(&runtime), cudaSuccess);
    CASE("Driver", "hipDriverGetVersion is at least hipRuntimeGetVersion", driver >= runtime && runtime > 0);
    GIVES("Driver", "hipDriverGetVersion into no variable: hipErrorInvalidValue", cudaDriverGetVersion(nullptr), cudaErrorInvalidValue);
    GIVES("Driver", "hipRuntimeGetVersion into no variable: hipErrorInvalidValue", cudaRuntimeGetVersion(nullptr), cudaErrorInvalidValue);
}

static void handles(int count) {
    CUdevice device = -1;
    GIVES("Driver", "hipDeviceGet gives a handle of the first device", cuDeviceGet(&device, 0), CUDA_SUCCESS);
    GIVES("Driver", "hipDeviceGet refuses an ordinal that is no device: hipErrorInvalidDevice", cuDeviceGet(&device, count),
          CUDA_ERROR_INVALID_DEVICE);
    GIVES("Driver", "hipDeviceGet refuses a negative ordinal: hipErrorInvalidDevice", cuDeviceGet(&device, -1),
          CUDA_ERROR_INVALID_DEVICE);
    GIVES("Driver", "hipDeviceGet into no variable: hipErrorInvalidValue", cuDeviceGet(nullptr, 0), CUDA_ERROR_INVALID_VALUE);
    NEED(cuDeviceGet(&device, 0));
    cudaDeviceProp all;
    NEED(cudaGetDeviceProperties(&all, 0));
    char name[256] = "";
    NEED(cuDeviceGetName(name, sizeof name, device));
    CASE("Driver", "hipDeviceGetName gives the name that the properties have", name[0] && !std::strcmp(name, all.name));
    GIVES("Driver", "hipDeviceGetName refuses no buffer: hipErrorInvalidValue", cuDeviceGetName(nullptr, 8, device),
          CUDA_ERROR_INVALID_VALUE);
    size_t bytes = 0;
    NEED(cuDeviceTotalMem(&bytes, device));
    CASE("Driver", "hipDeviceTotalMem gives the memory that the properties have", bytes == all.totalGlobalMem && bytes > 0);
    CUuuid first{}, again{};
    NEED(cuDeviceGetUuid(&first, device));
    NEED(cuDeviceGetUuid(&again, device));
    CASE("Driver", "hipDeviceGetUuid gives the same bytes each time", !std::memcmp(&first, &again, sizeof first));
    CASE("Driver", "hipDeviceGetUuid gives the bytes that the properties have", !std::memcmp(&first, &all.uuid, sizeof first));
    char bus[32] = "";
    int found = -1;
    NEED(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
    CASE("Driver", "hipDeviceGetPCIBusId gives domain, bus and device as hexadecimal digits",
         std::strlen(bus) >= 12 && bus[4] == ':' && bus[7] == ':' && bus[10] == '.');
    NEED(cudaDeviceGetByPCIBusId(&found, bus));
    CASE("Driver", "hipDeviceGetByPCIBusId finds the device of a bus address", found == 0);
    GIVES("Driver", "hipDeviceGetByPCIBusId of no text: hipErrorInvalidValue", cudaDeviceGetByPCIBusId(&found, nullptr),
          cudaErrorInvalidValue);
    GIVES("Driver", "hipDeviceGetPCIBusId of a device that is none: hipErrorInvalidDevice",
          cudaDeviceGetPCIBusId(bus, sizeof bus, count), cudaErrorInvalidDevice);
    GIVES("Driver", "hipDeviceGetPCIBusId into no buffer: hipErrorInvalidValue", cudaDeviceGetPCIBusId(nullptr, 16, 0),
          cudaErrorInvalidValue);
}

static void current(int count) {
    int device = -1;
    GIVES("Device", "hipGetDeviceCount into no variable: hipErrorInvalidValue", cudaGetDeviceCount(nullptr), cudaErrorInvalidValue);
    CASE("Device", "hipGetDeviceCount gives at least one device", count > 0);
    GIVES("Device", "hipSetDevice takes a device below the count", cudaSetDevice(count - 1), cudaSuccess);
    GIVES("Device", "hipGetDevice succeeds", cudaGetDevice(&device), cudaSuccess);
    CASE("Device", "hipGetDevice gives the device that hipSetDevice set", device == count - 1);
    GIVES("Device", "hipGetDevice into no variable: hipErrorInvalidValue", cudaGetDevice(nullptr), cudaErrorInvalidValue);
    GIVES("Device", "hipSetDevice refuses the count: hipErrorInvalidDevice", cudaSetDevice(count), cudaErrorInvalidDevice);
    GIVES("Device", "hipSetDevice refuses -1: hipErrorInvalidDevice", cudaSetDevice(-1), cudaErrorInvalidDevice);
    NEED(cudaGetDevice(&device));
    CASE("Device", "hipSetDevice that is refused leaves the device that was set", device == count - 1);
    int of_thread = -1;
    std::thread([&] { (void)cudaGetDevice(&of_thread); }).join();
    CASE("Device", "hipGetDevice of a new thread gives device 0", of_thread == 0);
    NEED(cudaSetDevice(0));
}

static int attribute(cudaDeviceAttr which) {
    int value = -1;
    (void)cudaDeviceGetAttribute(&value, which, 0);
    return value;
}

static void properties(int count) {
    cudaDeviceProp all;
    GIVES("Device", "hipGetDeviceProperties succeeds", cudaGetDeviceProperties(&all, 0), cudaSuccess);
    GIVES("Device", "hipGetDeviceProperties into no variable: hipErrorInvalidValue", cudaGetDeviceProperties(nullptr, 0),
          cudaErrorInvalidValue);
    GIVES("Device", "hipGetDeviceProperties of a device that is none: hipErrorInvalidDevice", cudaGetDeviceProperties(&all, count),
          cudaErrorInvalidDevice);
    NEED(cudaGetDeviceProperties(&all, 0));
    CASE("Device", "hipGetDeviceProperties gives a warp size of 32 or 64", all.warpSize == 32 || all.warpSize == 64);
    CASE("Device", "hipGetDeviceProperties gives compute units", all.multiProcessorCount > 0);
    CASE("Device", "hipGetDeviceProperties gives blocks of at least 1024 threads", all.maxThreadsPerBlock >= 1024);
    CASE("Device", "hipDeviceGetAttribute gives the properties' warp size", attribute(cudaDevAttrWarpSize) == all.warpSize);
    CASE("Device", "hipDeviceGetAttribute gives the properties' threads a block",
         attribute(cudaDevAttrMaxThreadsPerBlock) == all.maxThreadsPerBlock);
    CASE("Device", "hipDeviceGetAttribute gives the properties' compute units",
         attribute(cudaDevAttrMultiProcessorCount) == all.multiProcessorCount);
    CASE("Device", "hipDeviceGetAttribute gives the properties' shared memory a block",
         static_cast<size_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlock)) == all.sharedMemPerBlock);
    CASE("Device", "hipDeviceGetAttribute gives the properties' dimensions of blocks",
         attribute(cudaDevAttrMaxBlockDimX) == all.maxThreadsDim[0] && attribute(cudaDevAttrMaxBlockDimY) == all.maxThreadsDim[1] &&
             attribute(cudaDevAttrMaxBlockDimZ) == all.maxThreadsDim[2]);
    CASE("Device", "hipDeviceGetAttribute gives the properties' dimensions of grids",
         attribute(cudaDevAttrMaxGridDimX) == all.maxGridSize[0] && attribute(cudaDevAttrMaxGridDimY) == all.maxGridSize[1] &&
             attribute(cudaDevAttrMaxGridDimZ) == all.maxGridSize[2]);
    CASE("Device", "hipDeviceGetAttribute gives the properties' version of the device",
         attribute(cudaDevAttrComputeCapabilityMajor) == all.major && attribute(cudaDevAttrComputeCapabilityMinor) == all.minor);
    CASE("Device", "hipDeviceGetAttribute gives the properties' managed memory",
         attribute(cudaDevAttrManagedMemory) == all.managedMemory);
    int value = 0;
    GIVES("Device", "hipDeviceGetAttribute into no variable: hipErrorInvalidValue",
          cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0), cudaErrorInvalidValue);
    GIVES("Device", "hipDeviceGetAttribute of a device that is none: hipErrorInvalidDevice",
          cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, count), cudaErrorInvalidDevice);
    GIVES("Device", "hipDeviceGetAttribute of an attribute that is none: hipErrorInvalidValue",
          cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(1000000), 0), cudaErrorInvalidValue);
    int chosen = -1;
    GIVES("Device", "hipChooseDevice finds a device for its own properties", cudaChooseDevice(&chosen, &all), cudaSuccess);
    CASE("Device", "hipChooseDevice gives a device below the count", chosen >= 0 && chosen < count);
    GIVES("Device", "hipChooseDevice without properties: hipErrorInvalidValue", cudaChooseDevice(&chosen, nullptr),
          cudaErrorInvalidValue);
    GIVES("Device", "hipChooseDevice into no variable: hipErrorInvalidValue", cudaChooseDevice(nullptr, &all), cudaErrorInvalidValue);
}

static void limits() {
    size_t before = 0, after = 0;
    GIVES("Device", "hipDeviceGetLimit gives the heap of kernels", cudaDeviceGetLimit(&before, cudaLimitMallocHeapSize), cudaSuccess);
    CASE("Device", "hipDeviceGetLimit gives a heap of some size", before > 0);
    GIVES("Device", "hipDeviceGetLimit into no variable: hipErrorInvalidValue",
          cudaDeviceGetLimit(nullptr, cudaLimitMallocHeapSize), cudaErrorInvalidValue);
    GIVES("Device", "hipDeviceGetLimit of a limit that is none: hipErrorUnsupportedLimit",
          cudaDeviceGetLimit(&after, static_cast<cudaLimit>(99)),
          HIP_OR_CUDA(cudaErrorUnsupportedLimit, cudaErrorInvalidValue));
    GIVES("Device", "hipDeviceSetLimit of a limit that is none: hipErrorInvalidValue",
          cudaDeviceSetLimit(static_cast<cudaLimit>(99), 1), cudaErrorInvalidValue);
    NEED(cudaDeviceGetLimit(&before, cudaLimitStackSize));
    GIVES("Device", "hipDeviceSetLimit sets the size of stacks", cudaDeviceSetLimit(cudaLimitStackSize, 4096), cudaSuccess);
    NEED(cudaDeviceGetLimit(&after, cudaLimitStackSize));
    CASE("Device", "hipDeviceGetLimit gives the size of stacks that was set", after >= 4096);
    GIVES("Device", "hipDeviceSetLimit sets the heap of kernels", cudaDeviceSetLimit(cudaLimitMallocHeapSize, size_t{16} << 20),
          cudaSuccess);
    NEED(cudaDeviceGetLimit(&after, cudaLimitMallocHeapSize));
    CASE("Device", "hipDeviceGetLimit gives the heap that was set", after >= size_t{16} << 20);
}

static void flags() {
    unsigned flags = 99;
    GIVES("Device", "hipSetDeviceFlags takes hipDeviceScheduleSpin", cudaSetDeviceFlags(cudaDeviceScheduleSpin), cudaSuccess);
    GIVES("Device", "hipGetDeviceFlags succeeds", cudaGetDeviceFlags(&flags), cudaSuccess);
    CASE("Device", "hipGetDeviceFlags gives the schedule that was set", (flags & cudaDeviceScheduleMask) == cudaDeviceScheduleSpin);
    NEED(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
    NEED(cudaGetDeviceFlags(&flags));
    CASE("Device", "hipSetDeviceFlags replaces the schedule that was set before",
         (flags & cudaDeviceScheduleMask) == cudaDeviceScheduleBlockingSync);
    GIVES("Device", "hipGetDeviceFlags into no variable: hipErrorInvalidValue", cudaGetDeviceFlags(nullptr), cudaErrorInvalidValue);
    GIVES("Device", "hipSetDeviceFlags refuses flags that are none: hipErrorInvalidValue", cudaSetDeviceFlags(0x10000),
          cudaErrorInvalidValue);
    NEED(cudaSetDeviceFlags(cudaDeviceScheduleAuto));
    cudaFuncCache cache = cudaFuncCachePreferL1;
    GIVES("Device", "hipDeviceGetCacheConfig succeeds", cudaDeviceGetCacheConfig(&cache), cudaSuccess);
    CASE("Device", "hipDeviceGetCacheConfig gives no preference as long as none was set", cache == cudaFuncCachePreferNone);
    GIVES("Device", "hipDeviceGetCacheConfig into no variable: hipErrorInvalidValue", cudaDeviceGetCacheConfig(nullptr),
          cudaErrorInvalidValue);
    cudaSharedMemConfig banks = cudaSharedMemBankSizeEightByte;
    GIVES("Device", "hipDeviceGetSharedMemConfig succeeds", cudaDeviceGetSharedMemConfig(&banks), cudaSuccess);
    CASE("Device", "hipDeviceGetSharedMemConfig gives banks of four bytes", banks == cudaSharedMemBankSizeFourByte);
    GIVES("Device", "hipDeviceGetSharedMemConfig into no variable: hipErrorInvalidValue", cudaDeviceGetSharedMemConfig(nullptr),
          cudaErrorInvalidValue);
    int least = 9, greatest = 9;
    GIVES("Stream", "hipDeviceGetStreamPriorityRange succeeds", cudaDeviceGetStreamPriorityRange(&least, &greatest), cudaSuccess);
    CASE("Stream", "hipDeviceGetStreamPriorityRange: lower numbers are greater priorities", greatest <= least && greatest < 9);
    GIVES("Stream", "hipDeviceGetStreamPriorityRange gives one bound when the other is not asked for",
          cudaDeviceGetStreamPriorityRange(nullptr, &greatest), cudaSuccess);
}

__device__ int kept = 3;
__global__ void write(int *to) { *to = kept; }

static void waits_and_resets() {
    int *memory, got = 0;
    NEED(cudaMalloc(&memory, sizeof *memory));
    write<<<1, 1>>>(memory);
    GIVES("Device", "hipDeviceSynchronize succeeds after a kernel", cudaDeviceSynchronize(), cudaSuccess);
    NEED(cudaMemcpy(&got, memory, sizeof got, cudaMemcpyDeviceToHost));
    CASE("Device", "hipDeviceSynchronize waits for kernels", got == 3);
    GIVES("Device", "hipDeviceReset succeeds", cudaDeviceReset(), cudaSuccess);
    NEED(cudaMalloc(&memory, sizeof *memory));
    write<<<1, 1>>>(memory);
    NEED(cudaDeviceSynchronize());
    CASE("Device", "hipDeviceReset leaves a device that kernels run on", cudaFree(memory) == cudaSuccess);
}

int main() {
    int count = 0;
    NEED(cudaGetDeviceCount(&count));
    versions();
    handles(count);
    current(count);
    properties(count);
    limits();
    flags();
    waits_and_resets();
    return end_of_cases("devices");
}
