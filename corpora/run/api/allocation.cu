// Memory of devices and pinned memory of the host: allocated, described, registered, freed.
// run: wave-any
// targets: gfx942,gfx1100,cpu needs hip-6.0 (HIP before 6.0 has the kind of memory under another name)
// nvcc: -lcuda
#include "case.h"

#include <cuda.h>
#include <cuda_runtime.h>

__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

static const size_t too_much = size_t{1} << 50;

static void device_memory() {
    void *memory = &memory, *other = nullptr;
    GIVES("Memory", "hipMalloc of 0 bytes succeeds", cudaMalloc(&memory, 0), cudaSuccess);
    CASE("Memory", "hipMalloc of 0 bytes gives a null pointer", memory == nullptr);
    GIVES("Memory", "hipMalloc gives memory", cudaMalloc(&memory, 1000), cudaSuccess);
    CASE("Memory", "hipMalloc gives addresses that are multiples of 256", reinterpret_cast<uintptr_t>(memory) % 256 == 0);
    NEED(cudaMalloc(&other, 1000));
    const auto first = reinterpret_cast<uintptr_t>(memory), second = reinterpret_cast<uintptr_t>(other);
    CASE("Memory", "hipMalloc gives memory that does not overlap", first + 1000 <= second || second + 1000 <= first);
    GIVES("Memory", "hipMalloc into no variable: hipErrorInvalidValue", cudaMalloc(static_cast<void **>(nullptr), 8), cudaErrorInvalidValue);
    void *none = nullptr;
    GIVES("Memory", "hipMalloc of more than there is: hipErrorOutOfMemory", cudaMalloc(&none, too_much), cudaErrorMemoryAllocation);
    GIVES("Memory", "hipFree succeeds", cudaFree(other), cudaSuccess);
    GIVES("Memory", "hipFree of a null pointer succeeds", cudaFree(nullptr), cudaSuccess);
    GIVES("Memory", "hipFree of memory that is no allocation: hipErrorInvalidValue", cudaFree(&none), cudaErrorInvalidValue);
    GIVES("Memory", "hipFree of an address inside of an allocation: hipErrorInvalidValue", cudaFree(static_cast<char *>(memory) + 256),
          cudaErrorInvalidValue);
    NEED(cudaFree(memory));
    GIVES("Memory", "hipFree of memory that was freed: hipErrorInvalidValue", cudaFree(memory), cudaErrorInvalidValue);
}

static void free_memory() {
    size_t before = 0, after = 0, total = 0;
    void *memory;
    NEED(cudaFree(nullptr));
    GIVES("Memory", "hipMemGetInfo succeeds", cudaMemGetInfo(&before, &total), cudaSuccess);
    CASE("Memory", "hipMemGetInfo gives free memory of at most all", before > 0 && before <= total);
    cudaDeviceProp all;
    NEED(cudaGetDeviceProperties(&all, 0));
    CASE("Memory", "hipMemGetInfo gives all the memory that the properties have",
         HIP_OR_CUDA(total == all.totalGlobalMem, total <= all.totalGlobalMem));
    // Much, so that what other programs take and give back meanwhile does not matter.
    const size_t bytes = before / 2;
    NEED(cudaMalloc(&memory, bytes));
    NEED(cudaMemGetInfo(&after, &total));
    CASE("Memory", "hipMemGetInfo gives less free memory after hipMalloc", after <= before - bytes / 2);
    NEED(cudaFree(memory));
    NEED(cudaMemGetInfo(&after, &total));
    CASE("Memory", "hipMemGetInfo gives the memory back after hipFree", after >= before - bytes / 2);
}

static void pitched() {
    void *memory = nullptr;
    size_t pitch = 0;
    GIVES("Memory", "hipMallocPitch gives rows", cudaMallocPitch(&memory, &pitch, 100, 7), cudaSuccess);
    cudaDeviceProp all;
    NEED(cudaGetDeviceProperties(&all, 0));
    CASE("Memory", "hipMallocPitch gives a pitch of at least the width", pitch >= 100);
    CASE("Memory", "hipMallocPitch gives a pitch that textures take", pitch % all.texturePitchAlignment == 0);
    NEED(cudaMemset2D(memory, pitch, 1, 100, 7));
    NEED(cudaFree(memory));
    GIVES("Memory", "hipMallocPitch without a place for the pitch: hipErrorInvalidValue", cudaMallocPitch(&memory, nullptr, 100, 7),
          cudaErrorInvalidValue);
    GIVES("Memory", "hipMallocPitch into no variable: hipErrorInvalidValue", cudaMallocPitch(static_cast<void **>(nullptr), &pitch, 100, 7),
          cudaErrorInvalidValue);
    memory = &memory;
    GIVES("Memory", "hipMallocPitch of no rows succeeds", cudaMallocPitch(&memory, &pitch, 100, 0), cudaSuccess);
    CASE("Memory", "hipMallocPitch of no rows gives a null pointer", memory == nullptr);
    cudaPitchedPtr box{};
    GIVES("Memory", "hipMalloc3D gives slices", cudaMalloc3D(&box, make_cudaExtent(60, 5, 4)), cudaSuccess);
    CASE("Memory", "hipMalloc3D gives the width and height that were asked for", box.xsize == 60 && box.ysize == 5);
    CASE("Memory", "hipMalloc3D gives a pitch of at least the width", box.pitch >= 60);
    NEED(cudaMemset3D(box, 1, make_cudaExtent(60, 5, 4)));
    NEED(cudaFree(box.ptr));
    GIVES("Memory", "hipMalloc3D into no variable: hipErrorInvalidValue", cudaMalloc3D(nullptr, make_cudaExtent(1, 1, 1)),
          cudaErrorInvalidValue);
}

static void pinned() {
    int *host = nullptr, *seen = nullptr;
    unsigned flags = 99;
    GIVES("Memory", "hipHostMalloc gives memory of the host", cudaHostAlloc(&host, 32 * sizeof(int), cudaHostAllocMapped), cudaSuccess);
    for (int i = 0; i < 32; i++) host[i] = i;
    GIVES("Memory", "hipHostGetDevicePointer succeeds", cudaHostGetDevicePointer(&seen, host, 0), cudaSuccess);
    add<<<1, 32>>>(seen, 5);
    NEED(cudaDeviceSynchronize());
    CASE("Memory", "hipHostGetDevicePointer gives an address at which kernels reach the memory", host[0] == 5 && host[31] == 36);
    GIVES("Memory", "hipHostGetFlags succeeds", cudaHostGetFlags(&flags, host), cudaSuccess);
    CASE("Memory", "hipHostGetFlags gives the flags of the allocation", (flags & cudaHostAllocMapped) != 0);
    GIVES("Memory", "hipHostGetFlags of other memory: hipErrorInvalidValue", cudaHostGetFlags(&flags, &flags), cudaErrorInvalidValue);
    GIVES("Memory", "hipHostGetFlags into no variable: hipErrorInvalidValue", cudaHostGetFlags(nullptr, host), cudaErrorInvalidValue);
    GIVES("Memory", "hipHostGetDevicePointer of other memory: hipErrorInvalidValue", cudaHostGetDevicePointer(&seen, &flags, 0),
          cudaErrorInvalidValue);
    GIVES("Memory", "hipHostGetDevicePointer refuses flags: hipErrorInvalidValue", cudaHostGetDevicePointer(&seen, host, 1),
          cudaErrorInvalidValue);
    GIVES("Memory", "hipHostFree succeeds", cudaFreeHost(host), cudaSuccess);
    GIVES("Memory", "hipHostFree of a null pointer succeeds", cudaFreeHost(nullptr), cudaSuccess);
    GIVES("Memory", "hipHostFree of memory that is no allocation: hipErrorInvalidValue", cudaFreeHost(&flags), cudaErrorInvalidValue);
    GIVES("Memory", "hipHostMalloc refuses flags that are none: hipErrorInvalidValue", cudaHostAlloc(&host, 64, 0x4000000),
          cudaErrorInvalidValue);
    GIVES("Memory", "hipHostMalloc into no variable: hipErrorInvalidValue", cudaHostAlloc(static_cast<void **>(nullptr), 64, 0),
          cudaErrorInvalidValue);
    host = reinterpret_cast<int *>(&flags);
    GIVES("Memory", "hipHostMalloc of 0 bytes succeeds", cudaHostAlloc(&host, 0, 0), cudaSuccess);
    CASE("Memory", "hipHostMalloc of 0 bytes gives a null pointer", host == nullptr);
    void *fast = nullptr;
    GIVES("Memory", "hipHostMalloc takes hipHostMallocWriteCombined", cudaHostAlloc(&fast, 4096, cudaHostAllocWriteCombined), cudaSuccess);
    NEED(cudaFreeHost(fast));
    NEED(cudaMallocHost(&fast, 4096));
    CASE("MemoryD", "hipMallocHost gives memory that the host writes", (std::memset(fast, 1, 4096), static_cast<char *>(fast)[4095] == 1));
    NEED(cudaFreeHost(fast));
}

static void registered() {
    std::vector<int> memory(8192, 1);
    const size_t bytes = memory.size() * sizeof(int);
    int *seen = nullptr;
    GIVES("Memory", "hipHostRegister takes memory of malloc", cudaHostRegister(memory.data(), bytes, cudaHostRegisterMapped), cudaSuccess);
    GIVES("Memory", "hipHostRegister takes memory that is registered again (CUDA: cudaErrorHostMemoryAlreadyRegistered)",
          cudaHostRegister(memory.data(), bytes, cudaHostRegisterMapped), HIP_OR_CUDA(cudaSuccess, cudaErrorHostMemoryAlreadyRegistered));
    NEED(cudaHostGetDevicePointer(&seen, memory.data(), 0));
    add<<<1, 32>>>(seen, 6);
    NEED(cudaDeviceSynchronize());
    CASE("Memory", "hipHostRegister: kernels write the memory", memory[0] == 7 && memory[31] == 7 && memory[32] == 1);
    GIVES("Memory", "hipHostUnregister succeeds", cudaHostUnregister(memory.data()), cudaSuccess);
    GIVES("Memory", "hipHostUnregister of memory that is not registered: hipErrorHostMemoryNotRegistered",
          cudaHostUnregister(memory.data()), cudaErrorHostMemoryNotRegistered);
    GIVES("Memory", "hipHostUnregister of a null pointer: hipErrorInvalidValue", cudaHostUnregister(nullptr), cudaErrorInvalidValue);
    GIVES("Memory", "hipHostRegister of a null pointer: hipErrorInvalidValue", cudaHostRegister(nullptr, 64, 0), cudaErrorInvalidValue);
    GIVES("Memory", "hipHostRegister of 0 bytes: hipErrorInvalidValue", cudaHostRegister(memory.data(), 0, 0), cudaErrorInvalidValue);
}

static void attributes() {
    char *device = nullptr, *host = nullptr, *managed = nullptr;
    NEED(cudaMalloc(&device, 1000));
    NEED(cudaHostAlloc(&host, 1000, cudaHostAllocDefault));
    NEED(cudaMallocManaged(&managed, 1000));
    cudaPointerAttributes all{};
    GIVES("Memory", "hipPointerGetAttributes of memory of a device succeeds", cudaPointerGetAttributes(&all, device + 7), cudaSuccess);
    CASE("Memory", "hipPointerGetAttributes tells memory of a device", all.type == cudaMemoryTypeDevice && all.device == 0);
    CASE("Memory", "hipPointerGetAttributes gives the address itself as that of a device", all.devicePointer == device + 7);
    CASE("Memory", "hipPointerGetAttributes gives memory of a device no address on the host", all.hostPointer == nullptr);
    NEED(cudaPointerGetAttributes(&all, host));
    CASE("Memory", "hipPointerGetAttributes tells pinned memory", all.type == cudaMemoryTypeHost && all.hostPointer == host);
    NEED(cudaPointerGetAttributes(&all, managed));
    CASE("Memory", "hipPointerGetAttributes tells managed memory", all.type == cudaMemoryTypeManaged);
    GIVES("Memory", "hipPointerGetAttributes into no variable: hipErrorInvalidValue", cudaPointerGetAttributes(nullptr, device),
          cudaErrorInvalidValue);
    CUdeviceptr address = reinterpret_cast<CUdeviceptr>(device + 100), start = 0;
    size_t size = 0;
    GIVES("PeerToPeer", "hipMemGetAddressRange finds the allocation of an address", cuMemGetAddressRange(&start, &size, address), CUDA_SUCCESS);
    CASE("PeerToPeer", "hipMemGetAddressRange gives start and size", reinterpret_cast<char *>(start) == device && size == 1000);
    GIVES("PeerToPeer", "hipMemGetAddressRange of an address that is no allocation: hipErrorNotFound",
          cuMemGetAddressRange(&start, &size, reinterpret_cast<CUdeviceptr>(&size)),
          CUDA_ERROR_NOT_FOUND);
    CUmemorytype type{};
    GIVES("Memory", "hipPointerGetAttribute gives the kind of memory",
          cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address), CUDA_SUCCESS);
    CASE("Memory", "hipPointerGetAttribute tells memory of a device", type == CU_MEMORYTYPE_DEVICE);
    NEED(cuPointerGetAttribute(&size, CU_POINTER_ATTRIBUTE_RANGE_SIZE, address));
    CASE("Memory", "hipPointerGetAttribute gives the size of the allocation", size == 1000);
    NEED(cuPointerGetAttribute(&start, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, address));
    CASE("Memory", "hipPointerGetAttribute gives the start of the allocation", reinterpret_cast<char *>(start) == device);
    int ordinal = -1;
    NEED(cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, address));
    CASE("Memory", "hipPointerGetAttribute gives the device", ordinal == 0);
    GIVES("Memory", "hipPointerGetAttribute into no variable: hipErrorInvalidValue",
          cuPointerGetAttribute(nullptr, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address), CUDA_ERROR_INVALID_VALUE);
    GIVES("Memory", "hipPointerGetAttribute of an attribute that is none: hipErrorInvalidValue",
          cuPointerGetAttribute(&size, static_cast<CUpointer_attribute>(999), address), CUDA_ERROR_INVALID_VALUE);
    unsigned managed_flag = 9;
    NEED(cuPointerGetAttribute(&managed_flag, CU_POINTER_ATTRIBUTE_IS_MANAGED, reinterpret_cast<CUdeviceptr>(managed)));
    CASE("Memory", "hipPointerGetAttribute tells managed memory", managed_flag == 1);
    CUmemorytype several_type{};
    int several_ordinal = -1;
    CUpointer_attribute which[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
    void *into[] = {&several_type, &several_ordinal};
    GIVES("Memory", "hipDrvPointerGetAttributes gives several at once", cuPointerGetAttributes(2, which, into, address), CUDA_SUCCESS);
    CASE("Memory", "hipDrvPointerGetAttributes gives what each alone is", several_type == CU_MEMORYTYPE_DEVICE && several_ordinal == 0);
    NEED(cudaFree(device));
    NEED(cudaFreeHost(host));
    NEED(cudaFree(managed));
}

int main() {
    NEED(cuInit(0));
    device_memory();
    free_memory();
    pitched();
    pinned();
    registered();
    attributes();
    return end_of_cases("allocation");
}
