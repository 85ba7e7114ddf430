// Waits of streams for words of memory, writes to them, many at once; streams' extensions; managed memory's advice.
// run: wave-any
#include <hip/hip_runtime.h>

#include "case.h"

#include <chrono>
#include <thread>

static uint32_t *word;
static uint64_t *wide;

static bool waits(hipStream_t stream) {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    return hipStreamQuery(stream) == hipErrorNotReady;
}

// Whether a wait holds the stream up while memory is `before`, and lets it go on when it is `after`.
template <typename Wait> static bool holds_until(hipStream_t stream, uint64_t before, uint64_t after, Wait wait) {
    volatile uint64_t *const place = wide;
    *place = before;
    NEED(wait());
    const bool held = waits(stream);
    *place = after;
    NEED(hipStreamSynchronize(stream));
    return held;
}

static void of_words(hipStream_t stream) {
    GIVES("Memory", "hipExtMallocWithFlags takes hipMallocSignalMemory of 8 bytes",
          hipExtMallocWithFlags(reinterpret_cast<void **>(&wide), 8, hipMallocSignalMemory), hipSuccess);
    word = reinterpret_cast<uint32_t *>(wide);
    *wide = 0;
    int supported = 0;
    NEED(hipDeviceGetAttribute(&supported, hipDeviceAttributeCanUseStreamWaitValue, 0));
    CASE("Device", "hipDeviceGetAttribute tells that streams can wait for words", supported == 1);
    GIVES("StreamM", "hipStreamWriteValue32 succeeds", hipStreamWriteValue32(stream, word, 17, 0), hipSuccess);
    NEED(hipStreamSynchronize(stream));
    CASE("StreamM", "hipStreamWriteValue32 writes 32 bits", *word == 17 && word[1] == 0);
    GIVES("StreamM", "hipStreamWriteValue64 succeeds", hipStreamWriteValue64(stream, wide, 5ULL << 33, 0), hipSuccess);
    NEED(hipStreamSynchronize(stream));
    CASE("StreamM", "hipStreamWriteValue64 writes 64 bits", *wide == 5ULL << 33);
    CASE("StreamM", "hipStreamWaitValue32 with hipStreamWaitValueEq waits for the value",
         holds_until(stream, 1, 2, [=] { return hipStreamWaitValue32(stream, word, 2, hipStreamWaitValueEq); }));
    CASE("StreamM", "hipStreamWaitValue32 with hipStreamWaitValueGte waits for at least the value",
         holds_until(stream, 4, 9, [=] { return hipStreamWaitValue32(stream, word, 5, hipStreamWaitValueGte); }));
    CASE("StreamM", "hipStreamWaitValue32 with hipStreamWaitValueAnd waits for one of the bits",
         holds_until(stream, 3, 8, [=] { return hipStreamWaitValue32(stream, word, 12, hipStreamWaitValueAnd); }));
    CASE("StreamM", "hipStreamWaitValue32 with hipStreamWaitValueNor waits until a bit is set in neither memory nor value",
         holds_until(stream, 0xfffffff0, 0xfffffff0 - 0x10, [=] { return hipStreamWaitValue32(stream, word, 0xf, hipStreamWaitValueNor); }));
    CASE("StreamM", "hipStreamWaitValue32 compares only the bits of its mask",
         holds_until(stream, 0xf0, 0xf5, [=] { return hipStreamWaitValue32(stream, word, 5, hipStreamWaitValueEq, 0xf); }));
    CASE("StreamM", "hipStreamWaitValue64 waits for 64 bits",
         holds_until(stream, 7, (1ULL << 40) + 7, [=] { return hipStreamWaitValue64(stream, wide, (1ULL << 40) + 7, hipStreamWaitValueEq); }));
    CASE("StreamM", "hipStreamWaitValue64 compares only the bits of its mask",
         holds_until(stream, 0, 3ULL << 40, [=] { return hipStreamWaitValue64(stream, wide, 1ULL << 40, hipStreamWaitValueGte, 1ULL << 40); }));
    hipStream_t second;
    NEED(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
    *wide = 0;
    NEED(hipStreamWaitValue32(second, word, 33, hipStreamWaitValueEq));
    NEED(hipStreamWriteValue32(stream, word, 33, 0));
    GIVES("StreamM", "hipStreamWaitValue32: a write of another stream ends the wait", hipStreamSynchronize(second), hipSuccess);
    NEED(hipStreamDestroy(second));
    GIVES("StreamM", "hipStreamWaitValue32 of no address: hipErrorInvalidValue", hipStreamWaitValue32(stream, nullptr, 1, hipStreamWaitValueEq),
          hipErrorInvalidValue);
    GIVES("StreamM", "hipStreamWaitValue32 of a comparison that is none: hipErrorInvalidValue", hipStreamWaitValue32(stream, word, 1, 99),
          hipErrorInvalidValue);
    GIVES("StreamM", "hipStreamWriteValue32 to no address: hipErrorInvalidValue", hipStreamWriteValue32(stream, nullptr, 1, 0),
          hipErrorInvalidValue);
    hipStreamBatchMemOpParams all[3]{};
    all[0].writeValue.operation = hipStreamMemOpWriteValue32;
    all[0].writeValue.address = word;
    all[0].writeValue.value = 71;
    all[1].waitValue.operation = hipStreamMemOpWaitValue32;
    all[1].waitValue.address = word;
    all[1].waitValue.value = 71;
    all[1].waitValue.flags = hipStreamWaitValueEq;
    all[2].writeValue.operation = hipStreamMemOpWriteValue64;
    all[2].writeValue.address = wide;
    all[2].writeValue.value64 = 1ULL << 35;
    GIVES("StreamM", "hipStreamBatchMemOp succeeds", hipStreamBatchMemOp(stream, 3, all, 0), hipSuccess);
    NEED(hipStreamSynchronize(stream));
    CASE("StreamM", "hipStreamBatchMemOp does its operations in order", *wide == 1ULL << 35);
    GIVES("StreamM", "hipStreamBatchMemOp without operations: hipErrorInvalidValue", hipStreamBatchMemOp(stream, 0, all, 0), hipErrorInvalidValue);
    GIVES("StreamM", "hipStreamBatchMemOp without an array: hipErrorInvalidValue", hipStreamBatchMemOp(stream, 1, nullptr, 0),
          hipErrorInvalidValue);
    NEED(hipFree(wide));
    void *memory = nullptr;
    GIVES("Memory", "hipExtMallocWithFlags takes hipDeviceMallocFinegrained", hipExtMallocWithFlags(&memory, 64, hipDeviceMallocFinegrained), hipSuccess);
    NEED(hipFree(memory));
    GIVES("Memory", "hipExtMallocWithFlags takes hipDeviceMallocUncached", hipExtMallocWithFlags(&memory, 64, hipDeviceMallocUncached), hipSuccess);
    NEED(hipFree(memory));
    GIVES("Memory", "hipExtMallocWithFlags refuses flags that are none: hipErrorInvalidValue", hipExtMallocWithFlags(&memory, 64, 99),
          hipErrorInvalidValue);
    GIVES("Memory", "hipExtMallocWithFlags of 0 bytes succeeds", (memory = &memory, hipExtMallocWithFlags(&memory, 0, hipDeviceMallocDefault)),
          hipSuccess);
    CASE("Memory", "hipExtMallocWithFlags of 0 bytes gives a null pointer", memory == nullptr);
}

static void of_streams(hipStream_t stream) {
    hipStream_t masked = nullptr;
    const uint32_t first = 1;
    GIVES("Stream", "hipExtStreamCreateWithCUMask makes a stream", hipExtStreamCreateWithCUMask(&masked, 1, &first), hipSuccess);
    uint32_t mask[64] = {};
    GIVES("Stream", "hipExtStreamGetCUMask succeeds", hipExtStreamGetCUMask(masked, 64, mask), hipSuccess);
    CASE("Stream", "hipExtStreamGetCUMask gives the mask of the stream", (mask[0] & 1) == 1);
    GIVES("Stream", "hipExtStreamGetCUMask into no variable: hipErrorInvalidValue", hipExtStreamGetCUMask(masked, 64, nullptr), hipErrorInvalidValue);
    GIVES("Stream", "hipExtStreamCreateWithCUMask without a mask: hipErrorInvalidValue", hipExtStreamCreateWithCUMask(&masked, 1, nullptr),
          hipErrorInvalidValue);
    GIVES("Stream", "hipExtStreamCreateWithCUMask of no words: hipErrorInvalidValue", hipExtStreamCreateWithCUMask(&masked, 0, &first),
          hipErrorInvalidValue);
    NEED(hipStreamDestroy(masked));
    hipDevice_t device = -1;
    GIVES("Stream", "hipStreamGetDevice succeeds", hipStreamGetDevice(stream, &device), hipSuccess);
    CASE("Stream", "hipStreamGetDevice gives the device that was current when the stream was made", device == 0);
    GIVES("Stream", "hipStreamGetDevice into no variable: hipErrorInvalidValue", hipStreamGetDevice(stream, nullptr), hipErrorInvalidValue);
    CASE("Callback", "hipGetStreamDeviceId gives the stream's device", hipGetStreamDeviceId(stream) == 0);
    hipStream_t second;
    NEED(hipStreamCreate(&second));
    NEED(hipStreamDestroy(second));
    GIVES("Stream", "hipStreamDestroy of a stream that was destroyed: hipErrorContextIsDestroyed", hipStreamDestroy(second),
          hipErrorContextIsDestroyed);
    GIVES("Stream", "hipStreamQuery of hipStreamPerThread: hipSuccess without work", hipStreamQuery(hipStreamPerThread), hipSuccess);
}

static void of_managed() {
    char *memory = nullptr;
    const size_t bytes = 8192;
    NEED(hipMallocManaged(reinterpret_cast<void **>(&memory), bytes));
    GIVES("MemoryM", "hipMemPrefetchAsync to a device succeeds", hipMemPrefetchAsync(memory, bytes, 0, nullptr), hipSuccess);
    GIVES("MemoryM", "hipMemPrefetchAsync to the host succeeds", hipMemPrefetchAsync(memory, bytes, hipCpuDeviceId, nullptr), hipSuccess);
    NEED(hipDeviceSynchronize());
    int where = 99;
    NEED(hipMemRangeGetAttribute(&where, sizeof where, hipMemRangeAttributeLastPrefetchLocation, memory, bytes));
    CASE("MemoryM", "hipMemRangeGetAttribute gives where memory was prefetched to last", where == hipCpuDeviceId);
    GIVES("MemoryM", "hipMemPrefetchAsync of no memory: hipErrorInvalidValue", hipMemPrefetchAsync(nullptr, bytes, 0, nullptr), hipErrorInvalidValue);
    GIVES("MemoryM", "hipMemPrefetchAsync of no memory to a device that is none: hipErrorInvalidValue",
          hipMemPrefetchAsync(nullptr, bytes, 99, nullptr), hipErrorInvalidValue);
    GIVES("MemoryM", "hipMemPrefetchAsync of no bytes: hipErrorInvalidValue", hipMemPrefetchAsync(memory, 0, 0, nullptr), hipErrorInvalidValue);
    GIVES("MemoryM", "hipMemPrefetchAsync to a device that is none: hipErrorInvalidDevice", hipMemPrefetchAsync(memory, bytes, 99, nullptr),
          hipErrorInvalidDevice);
    GIVES("MemoryM", "hipMemPrefetchAsync beyond the end of an allocation: hipErrorInvalidValue",
          hipMemPrefetchAsync(memory, bytes + 1, 0, nullptr), hipErrorInvalidValue);
    GIVES("MemoryM", "hipMemAdvise takes hipMemAdviseSetReadMostly", hipMemAdvise(memory, bytes, hipMemAdviseSetReadMostly, 0), hipSuccess);
    int read_mostly = 9;
    NEED(hipMemRangeGetAttribute(&read_mostly, sizeof read_mostly, hipMemRangeAttributeReadMostly, memory, bytes));
    CASE("MemoryM", "hipMemRangeGetAttribute tells memory that is mostly read", read_mostly == 1);
    NEED(hipMemAdvise(memory, bytes, hipMemAdviseUnsetReadMostly, 0));
    NEED(hipMemRangeGetAttribute(&read_mostly, sizeof read_mostly, hipMemRangeAttributeReadMostly, memory, bytes));
    CASE("MemoryM", "hipMemAdvise takes hipMemAdviseUnsetReadMostly", read_mostly == 0);
    GIVES("MemoryM", "hipMemAdvise takes hipMemAdviseSetPreferredLocation", hipMemAdvise(memory, bytes, hipMemAdviseSetPreferredLocation, 0), hipSuccess);
    NEED(hipMemRangeGetAttribute(&where, sizeof where, hipMemRangeAttributePreferredLocation, memory, bytes));
    CASE("MemoryM", "hipMemRangeGetAttribute gives the preferred location", where == 0);
    NEED(hipMemAdvise(memory, bytes, hipMemAdviseUnsetPreferredLocation, 0));
    NEED(hipMemRangeGetAttribute(&where, sizeof where, hipMemRangeAttributePreferredLocation, memory, bytes));
    CASE("MemoryM", "hipMemRangeGetAttribute gives hipInvalidDeviceId where no location is preferred", where == hipInvalidDeviceId);
    NEED(hipMemAdvise(memory, bytes, hipMemAdviseSetAccessedBy, 0));
    NEED(hipMemRangeGetAttribute(&where, sizeof where, hipMemRangeAttributeAccessedBy, memory, bytes));
    CASE("MemoryM", "hipMemRangeGetAttribute gives the device that accesses the memory", where == 0);
    int several[2] = {9, 9};
    void *into[] = {&several[0], &several[1]};
    size_t sizes[] = {sizeof(int), sizeof(int)};
    hipMemRangeAttribute which[] = {hipMemRangeAttributeReadMostly, hipMemRangeAttributePreferredLocation};
    GIVES("MemoryM", "hipMemRangeGetAttributes succeeds", hipMemRangeGetAttributes(into, sizes, which, 2, memory, bytes), hipSuccess);
    CASE("MemoryM", "hipMemRangeGetAttributes gives what each alone is", several[0] == 0 && several[1] == hipInvalidDeviceId);
    GIVES("MemoryM", "hipMemAdvise of no memory: hipErrorInvalidValue", hipMemAdvise(nullptr, bytes, hipMemAdviseSetReadMostly, 0), hipErrorInvalidValue);
    GIVES("MemoryM", "hipMemAdvise of no bytes: hipErrorInvalidValue", hipMemAdvise(memory, 0, hipMemAdviseSetReadMostly, 0), hipErrorInvalidValue);
    GIVES("MemoryM", "hipMemAdvise of a device that is none: hipErrorInvalidDevice", hipMemAdvise(memory, bytes, hipMemAdviseSetAccessedBy, 99),
          hipErrorInvalidDevice);
    GIVES("MemoryM", "hipMemRangeGetAttribute into no variable: hipErrorInvalidValue",
          hipMemRangeGetAttribute(nullptr, 4, hipMemRangeAttributeReadMostly, memory, bytes), hipErrorInvalidValue);
    GIVES("MemoryM", "hipMemRangeGetAttribute of no bytes: hipErrorInvalidValue",
          hipMemRangeGetAttribute(&where, sizeof where, hipMemRangeAttributeReadMostly, memory, 0), hipErrorInvalidValue);
    GIVES("MemoryM", "hipStreamAttachMemAsync of no memory: hipErrorInvalidValue", hipStreamAttachMemAsync(nullptr, nullptr, 0, hipMemAttachGlobal),
          hipErrorInvalidValue);
    GIVES("MemoryM", "hipStreamAttachMemAsync of flags that are none: hipErrorInvalidValue", hipStreamAttachMemAsync(nullptr, memory, 0, 99),
          hipErrorInvalidValue);
    GIVES("MemoryM", "hipMallocManaged of 0 bytes: hipErrorInvalidValue", hipMallocManaged(reinterpret_cast<void **>(&memory), 0),
          hipErrorInvalidValue);
}

int main() {
    hipStream_t stream;
    NEED(hipStreamCreate(&stream));
    of_words(stream);
    of_streams(stream);
    of_managed();
    NEED(hipStreamDestroy(stream));
    return end_of_cases("stream-memory");
}
