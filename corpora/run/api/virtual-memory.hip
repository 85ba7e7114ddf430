// Virtual memory: ranges of addresses, memory by handles, what is mapped where and who may use it.
// run: wave-any
#include <hip/hip_runtime.h>

#include "case.h"

__global__ void number(int *v, int from) { v[blockIdx.x * blockDim.x + threadIdx.x] = from + blockIdx.x * blockDim.x + threadIdx.x; }

static hipMemAllocationProp of_device() {
    hipMemAllocationProp kind{};
    kind.type = hipMemAllocationTypePinned;
    kind.location.type = hipMemLocationTypeDevice;
    kind.location.id = 0;
    return kind;
}

static size_t granularities() {
    const auto kind = of_device();
    size_t least = 0, best = 0;
    int supported = 0;
    NEED(hipDeviceGetAttribute(&supported, hipDeviceAttributeVirtualMemoryManagementSupported, 0));
    CASE("Device", "hipDeviceGetAttribute tells that there is virtual memory management", supported == 1);
    GIVES("Virtual", "hipMemGetAllocationGranularity succeeds", hipMemGetAllocationGranularity(&least, &kind, hipMemAllocationGranularityMinimum),
          hipSuccess);
    NEED(hipMemGetAllocationGranularity(&best, &kind, hipMemAllocationGranularityRecommended));
    CASE("Virtual", "hipMemGetAllocationGranularity gives a power of two", least > 0 && (least & (least - 1)) == 0);
    CASE("Virtual", "hipMemGetAllocationGranularity recommends a multiple of the least", best >= least && best % least == 0);
    GIVES("Virtual", "hipMemGetAllocationGranularity into no variable: hipErrorInvalidValue",
          hipMemGetAllocationGranularity(nullptr, &kind, hipMemAllocationGranularityMinimum), hipErrorInvalidValue);
    GIVES("Virtual", "hipMemGetAllocationGranularity without properties: hipErrorInvalidValue",
          hipMemGetAllocationGranularity(&least, nullptr, hipMemAllocationGranularityMinimum), hipErrorInvalidValue);
    auto other = of_device();
    other.type = hipMemAllocationTypeInvalid;
    GIVES("Virtual", "hipMemGetAllocationGranularity of a kind that is none: hipErrorInvalidValue",
          hipMemGetAllocationGranularity(&best, &other, hipMemAllocationGranularityMinimum), hipErrorInvalidValue);
    return least;
}

int main() {
    const size_t piece = granularities();
    const auto kind = of_device();
    void *base = nullptr, *none = nullptr;
    GIVES("Virtual", "hipMemAddressReserve reserves addresses", hipMemAddressReserve(&base, 2 * piece, 0, nullptr, 0), hipSuccess);
    GIVES("Virtual", "hipMemAddressReserve into no variable: hipErrorInvalidValue", hipMemAddressReserve(nullptr, piece, 0, nullptr, 0),
          hipErrorInvalidValue);
    GIVES("Virtual", "hipMemAddressReserve refuses flags: hipErrorInvalidValue", hipMemAddressReserve(&none, piece, 0, nullptr, 1),
          hipErrorInvalidValue);
    GIVES("Virtual", "hipMemAddressReserve of no bytes: hipErrorMemoryAllocation", hipMemAddressReserve(&none, 0, 0, nullptr, 0),
          hipErrorMemoryAllocation);
    GIVES("Virtual", "hipMemAddressReserve of an alignment that is no power of two: hipErrorMemoryAllocation",
          hipMemAddressReserve(&none, piece, 3, nullptr, 0), hipErrorMemoryAllocation);
    hipMemGenericAllocationHandle_t memory = nullptr, second = nullptr, retained = nullptr;
    GIVES("Virtual", "hipMemCreate makes memory", hipMemCreate(&memory, piece, &kind, 0), hipSuccess);
    NEED(hipMemCreate(&second, piece, &kind, 0));
    GIVES("Virtual", "hipMemCreate into no variable: hipErrorInvalidValue", hipMemCreate(nullptr, piece, &kind, 0), hipErrorInvalidValue);
    GIVES("Virtual", "hipMemCreate of no bytes: hipErrorInvalidValue", hipMemCreate(&retained, 0, &kind, 0), hipErrorInvalidValue);
    GIVES("Virtual", "hipMemCreate without properties: hipErrorInvalidValue", hipMemCreate(&retained, piece, nullptr, 0), hipErrorInvalidValue);
    GIVES("Virtual", "hipMemCreate refuses flags: hipErrorInvalidValue", hipMemCreate(&retained, piece, &kind, 1), hipErrorInvalidValue);
    GIVES("Virtual", "hipMemCreate of a size between granules: hipErrorInvalidValue", hipMemCreate(&retained, piece - 1, &kind, 0),
          hipErrorInvalidValue);
    auto nowhere = of_device();
    nowhere.location.id = 99;
    GIVES("Virtual", "hipMemCreate on a device that is none: hipErrorInvalidValue", hipMemCreate(&retained, piece, &nowhere, 0),
          hipErrorInvalidValue);
    hipMemAllocationProp told{};
    GIVES("Virtual", "hipMemGetAllocationPropertiesFromHandle succeeds", hipMemGetAllocationPropertiesFromHandle(&told, memory), hipSuccess);
    CASE("Virtual", "hipMemGetAllocationPropertiesFromHandle gives what the memory was made with",
         told.type == kind.type && told.location.type == kind.location.type && told.location.id == 0);
    GIVES("Virtual", "hipMemMap maps memory to addresses", hipMemMap(base, piece, 0, memory, 0), hipSuccess);
    char *const upper = static_cast<char *>(base) + piece;
    NEED(hipMemMap(upper, piece, 0, second, 0));
    GIVES("Virtual", "hipMemMap of no memory: hipErrorInvalidValue", hipMemMap(base, piece, 0, nullptr, 0), hipErrorInvalidValue);
    GIVES("Virtual", "hipMemMap of no bytes: hipErrorInvalidValue", hipMemMap(base, 0, 0, memory, 0), hipErrorInvalidValue);
    GIVES("Virtual", "hipMemMap refuses an offset: hipErrorInvalidValue", hipMemMap(base, piece, 1, memory, 0), hipErrorInvalidValue);
    hipMemAccessDesc access{};
    access.location = kind.location;
    access.flags = hipMemAccessFlagsProtReadWrite;
    GIVES("Virtual", "hipMemSetAccess lets a device read and write", hipMemSetAccess(base, 2 * piece, &access, 1), hipSuccess);
    unsigned long long flags = 99;
    GIVES("Virtual", "hipMemGetAccess succeeds", hipMemGetAccess(&flags, &access.location, base), hipSuccess);
    CASE("Virtual", "hipMemGetAccess gives what was set", flags == hipMemAccessFlagsProtReadWrite);
    GIVES("Virtual", "hipMemSetAccess without descriptors: hipErrorInvalidValue", hipMemSetAccess(base, piece, nullptr, 1), hipErrorInvalidValue);
    GIVES("Virtual", "hipMemSetAccess of no bytes: hipErrorInvalidValue", hipMemSetAccess(base, 0, &access, 1), hipErrorInvalidValue);
    const int n = static_cast<int>(2 * piece / sizeof(int));
    number<<<n / 256, 256>>>(static_cast<int *>(base), 5);
    NEED(hipDeviceSynchronize());
    std::vector<int> got(n);
    NEED(hipMemcpy(got.data(), base, 2 * piece, hipMemcpyDeviceToHost));
    CASE("Virtual", "hipMemMap: kernels and copies go across the seam of two pieces", got[0] == 5 && got[n / 2] == n / 2 + 5 && got[n - 1] == n + 4);
    GIVES("Virtual", "hipMemRetainAllocationHandle gives the memory of an address", hipMemRetainAllocationHandle(&retained, base), hipSuccess);
    CASE("Virtual", "hipMemRetainAllocationHandle gives the handle that was mapped", retained == memory);
    GIVES("Virtual", "hipMemRetainAllocationHandle of an address that is none: hipErrorInvalidValue",
          hipMemRetainAllocationHandle(&retained, &retained), hipErrorInvalidValue);
    NEED(hipMemRelease(memory));
    GIVES("Virtual", "hipMemUnmap succeeds", hipMemUnmap(base, piece), hipSuccess);
    NEED(hipMemUnmap(upper, piece));
    // The second piece again, at the other address: it is the same memory.
    NEED(hipMemMap(base, piece, 0, second, 0));
    NEED(hipMemSetAccess(base, piece, &access, 1));
    int first = 0;
    NEED(hipMemcpy(&first, base, sizeof first, hipMemcpyDeviceToHost));
    CASE("Virtual", "hipMemMap at another address gives the same memory", first == n / 2 + 5);
    NEED(hipMemUnmap(base, piece));
    GIVES("Virtual", "hipMemRelease succeeds", hipMemRelease(second), hipSuccess);
    GIVES("Virtual", "hipMemRelease of no memory: hipErrorInvalidValue", hipMemRelease(nullptr), hipErrorInvalidValue);
    GIVES("Virtual", "hipMemUnmap of no address: hipErrorInvalidValue", hipMemUnmap(nullptr, piece), hipErrorInvalidValue);
    GIVES("Virtual", "hipMemAddressFree succeeds", hipMemAddressFree(base, 2 * piece), hipSuccess);
    GIVES("Virtual", "hipMemAddressFree of no address: hipErrorInvalidValue", hipMemAddressFree(nullptr, piece), hipErrorInvalidValue);
    GIVES("Virtual", "hipMemMapArrayAsync is not supported: hipErrorNotSupported", [] {
        hipArrayMapInfo info{};
        return hipMemMapArrayAsync(&info, 1, nullptr);
    }(), hipErrorNotSupported);
    return end_of_cases("virtual-memory");
}
