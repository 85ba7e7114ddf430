// What the host waits for and what it does not, what a capture forbids, and what may be said instead of what was said before.
#include <atomic>
#include <thread>
#include <vector>

#include "check.h"

static std::atomic<bool> is_open;
static void wait_for_it(void *) {
    while (!is_open) std::this_thread::yield();
}
static void hold_up(hipStream_t stream) {
    is_open = false;
    CHECK(hipLaunchHostFunc(stream, wait_for_it, nullptr));
}
static void let_go(hipStream_t stream) {
    FAILS(hipStreamQuery(stream), hipErrorNotReady);
    is_open = true;
    CHECK(hipStreamSynchronize(stream));
}

// Of what stays on the device the host does not wait for the end.
static void goes_on_beside_the_device() {
    auto *first = device_memory<int>(4096), *second = device_memory<int>(4096);
    CHECK(hipMemset(first, 1, 4096 * sizeof(int)));
    hold_up(nullptr);
    CHECK(hipMemcpy(second, first, 4096 * sizeof(int), hipMemcpyDeviceToDevice));
    CHECK(hipMemcpy2D(second, 64, first, 64, 64, 4, hipMemcpyDeviceToDevice));
    CHECK(hipMemset(first, 2, 4096 * sizeof(int)));
    let_go(nullptr);
    std::vector<int> got(4096);
    CHECK(hipMemcpy(got.data(), second, 4096 * sizeof(int), hipMemcpyDeviceToHost));
    for (int one : got) TRUE(one == 0x01010101);
    // The source of a small copy is read at once.
    hold_up(nullptr);
    CHECK(hipMemcpy2DAsync(second, 64, got.data(), 64, 64, 4, hipMemcpyHostToDevice, nullptr));
    got.assign(4096, 7);
    let_go(nullptr);
    CHECK(hipMemcpy(got.data(), second, 64, hipMemcpyDeviceToHost));
    TRUE(got[0] == 0x01010101 && got[15] == 0x01010101);
    CHECK(hipFree(first));
    CHECK(hipFree(second));
}

static void refuses_what_is_not_the_devices() {
    char bytes[256];
    auto *memory = device_memory<char>(4096);
    FAILS(hipMemset(bytes, 0, sizeof bytes), hipErrorInvalidValue);
    FAILS(hipMemset(memory + 4096, 0, 1), hipErrorInvalidValue);
    FAILS(hipMemcpy2D(memory, 64, bytes, 64, 65, 2, hipMemcpyHostToDevice), hipErrorInvalidPitchValue);
    FAILS(hipMemcpy2D(memory, 0x7fffffff, bytes, 64, 64, 2, hipMemcpyHostToDevice), hipErrorInvalidValue);
    FAILS(hipMemcpy2D(memory, 64, memory, 4096, 64, 2, hipMemcpyDeviceToDevice), hipErrorInvalidValue);
    FAILS(hipHostRegister(bytes, size_t{1} << 45, 0), hipErrorInvalidValue);
    CHECK(hipHostRegister(bytes, sizeof bytes, 0));
    CHECK(hipHostRegister(bytes, sizeof bytes, 0));
    CHECK(hipMemset(bytes, 3, sizeof bytes));
    TRUE(bytes[255] == 3);
    CHECK(hipHostUnregister(bytes));
    FAILS(hipMemAdvise(memory, 64, hipMemAdviseSetReadMostly, 0), hipErrorInvalidValue);
    hipArray_t array;
    hipChannelFormatDesc floats = {32, 0, 0, 0, hipChannelFormatKindFloat};
    FAILS(hipMallocArray(&array, &floats, 16, 0, 0x100), hipErrorInvalidValue);
    FAILS(hipMallocArray(&array, &floats, 1 << 24, 0, 0), hipErrorInvalidValue);
    void *host;
    CHECK(hipHostMalloc(&host, 64, 0));
    CHECK(hipFree(host));
    CHECK(hipFree(memory));
    size_t before, after, all;
    CHECK(hipMemGetInfo(&before, &all));
    memory = device_memory<char>(1 << 20);
    CHECK(hipFree(memory));
    CHECK(hipMemGetInfo(&after, &all));
    TRUE(before == after);
}

static void captures_forbid_waiting() {
    hipStream_t captured, other;
    CHECK(hipStreamCreate(&captured));
    CHECK(hipStreamCreate(&other));
    char bytes[4] = {};
    hipGraph_t graph;
    for (auto mode : {hipStreamCaptureModeGlobal, hipStreamCaptureModeThreadLocal, hipStreamCaptureModeRelaxed}) {
        const bool relaxed = mode == hipStreamCaptureModeRelaxed;
        CHECK(hipStreamBeginCapture(captured, mode));
        FAILS(hipStreamSynchronize(other), relaxed ? hipSuccess : hipErrorStreamCaptureUnsupported);
        FAILS(hipStreamEndCapture(captured, &graph), relaxed ? hipSuccess : hipErrorStreamCaptureInvalidated);
        CHECK(hipStreamBeginCapture(captured, mode));
        FAILS(hipDeviceSynchronize(), hipErrorStreamCaptureUnsupported);
        FAILS(hipStreamEndCapture(captured, &graph), hipErrorStreamCaptureInvalidated);
        CHECK(hipStreamBeginCapture(captured, mode));
        FAILS(hipMemcpy(bytes, bytes + 1, 1, hipMemcpyHostToHost), hipErrorStreamCaptureImplicit);
        FAILS(hipStreamEndCapture(captured, &graph), hipErrorStreamCaptureInvalidated);
    }
    CHECK(hipStreamDestroy(captured));
    CHECK(hipStreamDestroy(other));
}

static void changes_keep_kind_and_direction() {
    char bytes[64] = {};
    auto *memory = device_memory<char>(64);
    hipGraph_t graph, changed;
    hipGraphNode_t copy, at_fault;
    hipGraphExec_t exec;
    CHECK(hipGraphCreate(&graph, 0));
    FAILS(hipGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, memory, bytes, 64, hipMemcpyDeviceToDevice), hipErrorInvalidValue);
    CHECK(hipGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, memory, bytes, 64, hipMemcpyHostToDevice));
    CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    CHECK(hipGraphExecMemcpyNodeSetParams1D(exec, copy, memory, bytes, 32, hipMemcpyHostToDevice));
    FAILS(hipGraphExecMemcpyNodeSetParams1D(exec, copy, memory, bytes, 32, hipMemcpyDefault), hipErrorInvalidValue);
    FAILS(hipGraphExecMemcpyNodeSetParams1D(exec, copy, memory, memory, 32, hipMemcpyHostToDevice), hipErrorInvalidValue);
    CHECK(hipGraphCreate(&changed, 0));
    CHECK(hipGraphAddMemcpyNode1D(&at_fault, changed, nullptr, 0, bytes, memory, 64, hipMemcpyDeviceToHost));
    hipGraphExecUpdateResult result;
    hipGraphNode_t told = nullptr;
    FAILS(hipGraphExecUpdate(exec, changed, &told, &result), hipErrorGraphExecUpdateFailure);
    TRUE(told == at_fault && result == hipGraphExecUpdateErrorParametersChanged);
    hipUserObject_t object;
    static int ended;
    CHECK(hipUserObjectCreate(&object, &ended, [](void *count) { ++*static_cast<int *>(count); }, 0x7fffffff,
                              hipUserObjectNoDestructorSync));
    CHECK(hipGraphRetainUserObject(changed, object, 0x7fffffff, hipGraphUserObjectMove));
    CHECK(hipGraphDestroy(changed));
    TRUE(ended == 1);
    CHECK(hipGraphDestroy(graph));
    FAILS(hipGraphExecMemcpyNodeSetParams1D(exec, copy, memory, bytes, 32, hipMemcpyHostToDevice), hipErrorInvalidValue);
    CHECK(hipGraphExecDestroy(exec));
    CHECK(hipFree(memory));
}

// Which memory a stream may have that another gives back, by the attributes of the pool.
static void pools_follow_events() {
    hipStream_t first, second;
    CHECK(hipStreamCreateWithFlags(&first, hipStreamNonBlocking));
    CHECK(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
    hipEvent_t freed;
    CHECK(hipEventCreate(&freed));
    hipMemPoolProps props{};
    props.allocType = hipMemAllocationTypePinned;
    props.location = {hipMemLocationTypeDevice, 0};
    hipMemPool_t pool;
    CHECK(hipMemPoolCreate(&pool, &props));
    void *one, *two, *three;
    CHECK(hipMallocFromPoolAsync(&one, 1 << 16, pool, first));
    hold_up(first);
    CHECK(hipFreeAsync(one, first));
    CHECK(hipMallocFromPoolAsync(&two, 1 << 16, pool, second));
    TRUE(two != one);
    CHECK(hipEventRecord(freed, first));
    CHECK(hipStreamWaitEvent(second, freed, 0));
    CHECK(hipMallocFromPoolAsync(&three, 1 << 16, pool, second));
    TRUE(three == one);
    let_go(first);
    CHECK(hipStreamSynchronize(second));
    int never = 0;
    CHECK(hipMemPoolSetAttribute(pool, hipMemPoolReuseAllowOpportunistic, &never));
    CHECK(hipFreeAsync(three, second));
    CHECK(hipMallocFromPoolAsync(&one, 1 << 16, pool, first));
    TRUE(one != three);
    CHECK(hipFreeAsync(one, first));
    CHECK(hipFreeAsync(two, second));
    uint64_t used;
    CHECK(hipMemPoolGetAttribute(pool, hipMemPoolAttrUsedMemCurrent, &used));
    TRUE(used == 0);
    CHECK(hipMemPoolDestroy(pool));
    CHECK(hipEventDestroy(freed));
    CHECK(hipStreamDestroy(first));
    CHECK(hipStreamDestroy(second));
}

// More launches than a queue has room for, held up by the thread that makes them: they wait, and the thread does not.
static void rows_are_longer_than_queues() {
    static int calls;
    hipStream_t stream;
    CHECK(hipStreamCreate(&stream));
    hold_up(stream);
    for (int i = 0; i < 5000; i++) CHECK(hipLaunchHostFunc(stream, [](void *) { ++calls; }, nullptr));
    let_go(stream);
    TRUE(calls == 5000);
    CHECK(hipStreamDestroy(stream));
}

int main() {
    goes_on_beside_the_device();
    refuses_what_is_not_the_devices();
    captures_forbid_waiting();
    changes_keep_kind_and_direction();
    pools_follow_events();
    rows_are_longer_than_queues();
    return 0;
}
