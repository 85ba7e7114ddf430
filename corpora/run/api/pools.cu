// Memory in the order of a stream, its pools, and managed memory.
// run: wave-any
// targets: gfx942,gfx1100,cpu needs hip-6.0 (older headers lack some of the pools' names)
#include "case.h"

#include <cuda_runtime.h>

#include <atomic>
#include <thread>

__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

struct Gate {
    std::atomic<bool> open{false};
    static void CUDART_CB wait(void *gate) {
        while (!static_cast<Gate *>(gate)->open) std::this_thread::yield();
    }
};

static uint64_t of(cudaMemPool_t pool, cudaMemPoolAttr which) {
    uint64_t value = ~uint64_t{0};
    (void)cudaMemPoolGetAttribute(pool, which, &value);
    return value;
}

static void in_streams(cudaStream_t stream) {
    int *memory = nullptr, got[32];
    GIVES("StreamO", "hipMallocAsync gives memory", cudaMallocAsync(&memory, 32 * sizeof(int), stream), cudaSuccess);
    NEED(cudaMemsetAsync(memory, 0, 32 * sizeof(int), stream));
    add<<<1, 32, 0, stream>>>(memory, 6);
    NEED(cudaMemcpyAsync(got, memory, sizeof got, cudaMemcpyDeviceToHost, stream));
    GIVES("StreamO", "hipFreeAsync succeeds", cudaFreeAsync(memory, stream), cudaSuccess);
    NEED(cudaStreamSynchronize(stream));
    CASE("StreamO", "hipFreeAsync frees after the stream's work that uses the memory", got[0] == 6 && got[31] == 6);
    GIVES("StreamO", "hipMallocAsync into no variable: hipErrorInvalidValue", cudaMallocAsync(static_cast<void **>(nullptr), 64, stream),
          cudaErrorInvalidValue);
    void *none = nullptr;
    GIVES("StreamO", "hipMallocAsync of more than there is: hipErrorOutOfMemory", cudaMallocAsync(&none, size_t{1} << 50, stream),
          cudaErrorMemoryAllocation);
    GIVES("StreamO", "hipFreeAsync of a null pointer: hipErrorInvalidValue", cudaFreeAsync(nullptr, stream),
          HIP_OR_CUDA(cudaErrorInvalidValue, cudaSuccess));
    GIVES("StreamO", "hipFreeAsync of memory that is no allocation: hipErrorInvalidValue", cudaFreeAsync(got, stream), cudaErrorInvalidValue);
    NEED(cudaMallocAsync(&memory, 32 * sizeof(int), stream));
    NEED(cudaStreamSynchronize(stream));
    GIVES("StreamO", "hipMallocAsync: hipFree takes its memory", cudaFree(memory), cudaSuccess);
    NEED(cudaMalloc(&memory, 32 * sizeof(int)));
    GIVES("StreamO", "hipFreeAsync takes memory of hipMalloc", cudaFreeAsync(memory, stream), cudaSuccess);
    NEED(cudaStreamSynchronize(stream));
    Gate gate;
    NEED(cudaLaunchHostFunc(stream, Gate::wait, &gate));
    GIVES("StreamO", "hipMallocAsync gives its address while the stream works", cudaMallocAsync(&memory, 1024, stream), cudaSuccess);
    GIVES("StreamO", "hipFreeAsync returns while the stream works", cudaFreeAsync(memory, stream), cudaSuccess);
    gate.open = true;
    NEED(cudaStreamSynchronize(stream));
    NEED(cudaMallocAsync(&memory, 32 * sizeof(int), stream));
    NEED(cudaMemsetAsync(memory, 0, 32 * sizeof(int), stream));
    cudaEvent_t ready;
    cudaStream_t other;
    NEED(cudaStreamCreate(&other));
    NEED(cudaEventCreate(&ready));
    NEED(cudaEventRecord(ready, stream));
    NEED(cudaStreamWaitEvent(other, ready, 0));
    add<<<1, 32, 0, other>>>(memory, 2);
    NEED(cudaMemcpyAsync(got, memory, sizeof got, cudaMemcpyDeviceToHost, other));
    NEED(cudaStreamSynchronize(other));
    CASE("StreamO", "hipMallocAsync: another stream uses the memory after an event", got[0] == 2);
    GIVES("StreamO", "hipFreeAsync takes another stream than that of the allocation", cudaFreeAsync(memory, other), cudaSuccess);
    NEED(cudaDeviceSynchronize());
    NEED(cudaStreamDestroy(other));
    NEED(cudaEventDestroy(ready));
}

static void of_devices(cudaStream_t stream) {
    cudaMemPool_t pool = nullptr, current = nullptr, own = nullptr;
    int supported = 0;
    NEED(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
    CASE("Device", "hipDeviceGetAttribute tells that there are memory pools", supported == 1);
    GIVES("Device", "hipDeviceGetDefaultMemPool succeeds", cudaDeviceGetDefaultMemPool(&pool, 0), cudaSuccess);
    NEED(cudaDeviceGetMemPool(&current, 0));
    CASE("Device", "hipDeviceGetMemPool gives the default pool as long as none was set", pool && pool == current);
    GIVES("Device", "hipDeviceGetDefaultMemPool of a device that is none: hipErrorInvalidDevice", cudaDeviceGetDefaultMemPool(&pool, 99),
          cudaErrorInvalidDevice);
    GIVES("Device", "hipDeviceGetDefaultMemPool into no variable: hipErrorInvalidValue", cudaDeviceGetDefaultMemPool(nullptr, 0),
          cudaErrorInvalidValue);
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = 0;
    GIVES("StreamO", "hipMemPoolCreate makes a pool", cudaMemPoolCreate(&own, &properties), cudaSuccess);
    GIVES("Device", "hipDeviceSetMemPool takes a pool of the device", cudaDeviceSetMemPool(0, own), cudaSuccess);
    NEED(cudaDeviceGetMemPool(&current, 0));
    CASE("Device", "hipDeviceGetMemPool gives the pool that was set", current == own);
    void *memory = nullptr;
    NEED(cudaMallocAsync(&memory, 1 << 20, stream));
    NEED(cudaStreamSynchronize(stream));
    CASE("StreamO", "hipMallocAsync takes from the device's current pool", of(own, cudaMemPoolAttrUsedMemCurrent) >= 1 << 20);
    NEED(cudaFreeAsync(memory, stream));
    NEED(cudaStreamSynchronize(stream));
    CASE("StreamO", "hipFreeAsync gives back to the pool", of(own, cudaMemPoolAttrUsedMemCurrent) == 0);
    GIVES("StreamO", "hipMemPoolDestroy succeeds", cudaMemPoolDestroy(own), cudaSuccess);
    NEED(cudaDeviceGetMemPool(&current, 0));
    NEED(cudaDeviceGetDefaultMemPool(&pool, 0));
    CASE("StreamO", "hipMemPoolDestroy of the current pool makes the default pool current", current == pool);
    GIVES("StreamO", "hipMemPoolDestroy of the default pool: hipErrorInvalidValue", cudaMemPoolDestroy(pool), cudaErrorInvalidValue);
    GIVES("StreamO", "hipMemPoolDestroy of no pool: hipErrorInvalidValue", cudaMemPoolDestroy(nullptr), cudaErrorInvalidValue);
    GIVES("StreamO", "hipMemPoolCreate without properties: hipErrorInvalidValue", cudaMemPoolCreate(&own, nullptr), cudaErrorInvalidValue);
    GIVES("StreamO", "hipMemPoolCreate into no variable: hipErrorInvalidValue", cudaMemPoolCreate(nullptr, &properties), cudaErrorInvalidValue);
}

static void of_pools(cudaStream_t stream) {
    cudaMemPool_t pool = nullptr;
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    NEED(cudaMemPoolCreate(&pool, &properties));
    int reuse = 9;
    NEED(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseFollowEventDependencies, &reuse));
    CASE("StreamO", "hipMemPoolGetAttribute: reuse along events is on at first", reuse == 1);
    NEED(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse));
    CASE("StreamO", "hipMemPoolGetAttribute: reuse of memory whose frees are done is on at first", reuse == 1);
    NEED(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowInternalDependencies, &reuse));
    CASE("StreamO", "hipMemPoolGetAttribute: reuse by new dependencies is on at first", reuse == 1);
    CASE("StreamO", "hipMemPoolGetAttribute: the threshold of release is 0 at first", of(pool, cudaMemPoolAttrReleaseThreshold) == 0);
    reuse = 0;
    GIVES("StreamO", "hipMemPoolSetAttribute turns reuse off", cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse),
          cudaSuccess);
    reuse = 9;
    NEED(cudaMemPoolGetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &reuse));
    CASE("StreamO", "hipMemPoolGetAttribute gives the reuse that was set", reuse == 0);
    uint64_t keep = uint64_t{8} << 30;
    GIVES("StreamO", "hipMemPoolSetAttribute takes a threshold of release", cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep),
          cudaSuccess);
    CASE("StreamO", "hipMemPoolGetAttribute gives the threshold that was set", of(pool, cudaMemPoolAttrReleaseThreshold) == keep);
    void *memory = nullptr;
    GIVES("StreamO", "hipMallocFromPoolAsync gives memory", cudaMallocFromPoolAsync(&memory, size_t{4} << 20, pool, stream), cudaSuccess);
    NEED(cudaStreamSynchronize(stream));
    CASE("StreamO", "hipMallocFromPoolAsync takes from the pool", of(pool, cudaMemPoolAttrUsedMemCurrent) >= size_t{4} << 20);
    CASE("StreamO", "hipMemPoolGetAttribute: no more is used than is reserved",
         of(pool, cudaMemPoolAttrReservedMemCurrent) >= of(pool, cudaMemPoolAttrUsedMemCurrent));
    NEED(cudaFreeAsync(memory, stream));
    NEED(cudaStreamSynchronize(stream));
    CASE("StreamO", "hipMemPoolGetAttribute: the most that was used stays after it is freed",
         of(pool, cudaMemPoolAttrUsedMemHigh) >= size_t{4} << 20 && of(pool, cudaMemPoolAttrUsedMemCurrent) == 0);
    CASE("StreamO", "hipMemPoolSetAttribute: a pool keeps freed memory below its threshold",
         of(pool, cudaMemPoolAttrReservedMemCurrent) >= size_t{4} << 20);
    GIVES("StreamO", "hipMemPoolTrimTo succeeds", cudaMemPoolTrimTo(pool, 0), cudaSuccess);
    CASE("StreamO", "hipMemPoolTrimTo gives freed memory back to the system", of(pool, cudaMemPoolAttrReservedMemCurrent) == 0);
    uint64_t zero = 0;
    NEED(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
    CASE("StreamO", "hipMemPoolSetAttribute resets the most that was used", of(pool, cudaMemPoolAttrUsedMemHigh) == 0);
    GIVES("StreamO", "hipMemPoolSetAttribute refuses to set what is used: hipErrorInvalidValue",
          cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &keep), cudaErrorInvalidValue);
    GIVES("StreamO", "hipMemPoolGetAttribute into no variable: hipErrorInvalidValue",
          cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, nullptr), cudaErrorInvalidValue);
    GIVES("StreamO", "hipMemPoolGetAttribute of an attribute that is none: hipErrorInvalidValue",
          cudaMemPoolGetAttribute(pool, static_cast<cudaMemPoolAttr>(99), &keep), cudaErrorInvalidValue);
    GIVES("StreamO", "hipMemPoolTrimTo of no pool: hipErrorInvalidValue", cudaMemPoolTrimTo(nullptr, 0), cudaErrorInvalidValue);
    cudaMemLocation place = properties.location;
    cudaMemAccessFlags access{};
    GIVES("StreamO", "hipMemPoolGetAccess succeeds", cudaMemPoolGetAccess(&access, pool, &place), cudaSuccess);
    CASE("StreamO", "hipMemPoolGetAccess: a pool's own device reads and writes", access == cudaMemAccessFlagsProtReadWrite);
    cudaMemAccessDesc wish{};
    wish.location = place;
    wish.flags = cudaMemAccessFlagsProtReadWrite;
    GIVES("StreamO", "hipMemPoolSetAccess takes reading and writing for the pool's own device", cudaMemPoolSetAccess(pool, &wish, 1), cudaSuccess);
    GIVES("StreamO", "hipMallocFromPoolAsync of no pool: hipErrorInvalidValue", cudaMallocFromPoolAsync(&memory, 64, nullptr, stream),
          cudaErrorInvalidValue);
    // Destroyed while an allocation of it is in use.
    int *left, got[32];
    NEED(cudaMallocFromPoolAsync(reinterpret_cast<void **>(&left), sizeof got, pool, stream));
    NEED(cudaMemPoolDestroy(pool));
    NEED(cudaMemsetAsync(left, 0, sizeof got, stream));
    add<<<1, 32, 0, stream>>>(left, 4);
    NEED(cudaMemcpyAsync(got, left, sizeof got, cudaMemcpyDeviceToHost, stream));
    NEED(cudaFreeAsync(left, stream));
    NEED(cudaStreamSynchronize(stream));
    CASE("StreamO", "hipMemPoolDestroy leaves allocations that are in use", got[31] == 4);
}

static void managed() {
    int *memory = nullptr;
    GIVES("MemoryM", "hipMallocManaged gives memory", cudaMallocManaged(&memory, 64 * sizeof(int)), cudaSuccess);
    for (int i = 0; i < 64; i++) memory[i] = i;
    add<<<1, 64>>>(memory, 1000);
    NEED(cudaDeviceSynchronize());
    CASE("MemoryM", "hipMallocManaged: memory is readable on the host after hipDeviceSynchronize", memory[0] == 1000 && memory[63] == 1063);
    int supported = 0;
    NEED(cudaDeviceGetAttribute(&supported, cudaDevAttrManagedMemory, 0));
    CASE("Device", "hipDeviceGetAttribute tells that there is managed memory", supported == 1);
    GIVES("MemoryM", "hipMallocManaged takes hipMemAttachHost", (cudaFree(memory), cudaMallocManaged(&memory, 4096, cudaMemAttachHost)),
          cudaSuccess);
    cudaStream_t stream;
    NEED(cudaStreamCreate(&stream));
    GIVES("MemoryM", "hipStreamAttachMemAsync succeeds", cudaStreamAttachMemAsync(stream, memory, 0, cudaMemAttachGlobal), cudaSuccess);
    NEED(cudaStreamSynchronize(stream));
    NEED(cudaStreamDestroy(stream));
    NEED(cudaFree(memory));
    GIVES("MemoryM", "hipMallocManaged into no variable: hipErrorInvalidValue", cudaMallocManaged(static_cast<void **>(nullptr), 64),
          cudaErrorInvalidValue);
    GIVES("MemoryM", "hipMallocManaged refuses flags that are none: hipErrorInvalidValue", cudaMallocManaged(&memory, 64, 99),
          cudaErrorInvalidValue);
    GIVES("MemoryM", "hipMallocManaged of more than there is: hipErrorOutOfMemory", cudaMallocManaged(&memory, size_t{1} << 50),
          cudaErrorMemoryAllocation);
}

int main() {
    cudaStream_t stream;
    NEED(cudaStreamCreate(&stream));
    in_streams(stream);
    of_devices(stream);
    of_pools(stream);
    managed();
    NEED(cudaStreamDestroy(stream));
    return end_of_cases("pools");
}
