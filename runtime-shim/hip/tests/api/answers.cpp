// What AMD's runtime answers, and CUDA's does not say, or says otherwise.
#include <vector>

#include "check.h"

static void host_function(void *) {}

static void refuses_in_graphs_what_cannot_run() {
    hipGraph_t graph;
    hipGraphExec_t exec, another;
    hipGraphNode_t node, host, child;
    void *memory;
    char bytes[64];
    unsigned on;
    CHECK(hipMalloc(&memory, sizeof bytes));
    CHECK(hipGraphCreate(&graph, 0));
    FAILS(hipGraphAddMemcpyNode1D(&node, graph, nullptr, 0, memory, bytes, 1 << 20, hipMemcpyHostToDevice), hipErrorInvalidValue);
    FAILS(hipGraphAddEventRecordNode(&node, graph, nullptr, 0, nullptr), hipErrorInvalidValue);
    FAILS(hipGraphAddEventWaitNode(&node, graph, nullptr, 0, nullptr), hipErrorInvalidValue);

    hipMemcpy3DParms box{};
    box.dstPtr = make_hipPitchedPtr(memory, 16, 16, 4);
    box.srcPtr = make_hipPitchedPtr(bytes, 16, 16, 4);
    box.extent = make_hipExtent(16, 4, 1);
    box.kind = hipMemcpyHostToDevice;
    CHECK(hipGraphAddMemcpyNode(&node, graph, nullptr, 0, &box));
    box.dstPos = make_hipPos(0, 1, 0);
    FAILS(hipGraphAddMemcpyNode(&host, graph, nullptr, 0, &box), hipErrorInvalidValue);
    box.dstPos = make_hipPos(1, 0, 0);
    FAILS(hipGraphAddMemcpyNode(&host, graph, nullptr, 0, &box), hipErrorInvalidValue);
    box.dstPos = make_hipPos(0, 0, 0);
    box.extent.height = 1;
    box.dstPtr.pitch = 0x7fffffff;
    FAILS(hipGraphAddMemcpyNode(&host, graph, nullptr, 0, &box), hipErrorInvalidValue);
    hipMemsetParams fill{memory, 1, 0, 16, 0, 16};
    FAILS(hipGraphAddMemsetNode(&host, graph, nullptr, 0, &fill), hipErrorInvalidValue);

    hipHostNodeParams call{host_function, nullptr};
    CHECK(hipGraphAddHostNode(&host, graph, nullptr, 0, &call));
    CHECK(hipGraphAddChildGraphNode(&child, graph, nullptr, 0, graph));
    CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    CHECK(hipGraphInstantiate(&another, graph, nullptr, nullptr, 0));
    CHECK(hipGraphNodeSetEnabled(exec, node, 0));
    CHECK(hipGraphNodeGetEnabled(exec, node, &on));
    TRUE(on == 0);
    FAILS(hipGraphNodeSetEnabled(exec, host, 0), hipErrorInvalidValue);
    FAILS(hipGraphNodeSetEnabled(exec, child, 0), hipErrorInvalidValue);
    CHECK(hipGraphExecDestroy(exec));
    CHECK(hipGraphExecDestroy(another));
    FAILS(hipGraphExecDestroy(another), hipErrorInvalidValue);
    FAILS(hipGraphLaunch(nullptr, nullptr), hipErrorInvalidValue);
    FAILS(hipGraphInstantiateWithFlags(&exec, graph, hipGraphInstantiateFlagUpload | hipGraphInstantiateFlagUseNodePriority),
          hipErrorInvalidValue);
    CHECK(hipGraphDestroy(graph));
    CHECK(hipFree(memory));
}

static size_t of_graphs(hipGraphMemAttributeType what) {
    size_t bytes = ~size_t{0};
    CHECK(hipDeviceGetGraphMemAttribute(0, what, &bytes));
    return bytes;
}

static void gives_graphs_memory_while_they_run() {
    hipGraph_t graph;
    hipGraphNode_t node;
    hipGraphExec_t exec, another;
    CHECK(hipGraphCreate(&graph, 0));
    hipMemAllocNodeParams params{};
    params.bytesize = 1 << 20;
    params.poolProps.allocType = hipMemAllocationTypePinned;
    params.poolProps.location = {hipMemLocationTypeDevice, 99};
    FAILS(hipGraphAddMemAllocNode(&node, graph, nullptr, 0, &params), hipErrorInvalidValue);
    params.poolProps.location.id = 0;
    params.accessDescCount = 99;
    FAILS(hipGraphAddMemAllocNode(&node, graph, nullptr, 0, &params), hipErrorInvalidValue);
    params.accessDescCount = 0;
    CHECK(hipGraphAddMemAllocNode(&node, graph, nullptr, 0, &params));
    TRUE(of_graphs(hipGraphMemAttrReservedMemCurrent) == 0);
    CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    FAILS(hipGraphInstantiate(&another, graph, nullptr, nullptr, 0), hipErrorNotSupported);
    CHECK(hipGraphLaunch(exec, nullptr));
    CHECK(hipDeviceSynchronize());
    TRUE(of_graphs(hipGraphMemAttrUsedMemCurrent) == 1 << 20 && of_graphs(hipGraphMemAttrReservedMemCurrent) == 1 << 20);
    CHECK(hipFree(params.dptr));
    TRUE(of_graphs(hipGraphMemAttrUsedMemCurrent) == 0 && of_graphs(hipGraphMemAttrReservedMemCurrent) == 0);
    TRUE(of_graphs(hipGraphMemAttrReservedMemHigh) == 1 << 20);
    CHECK(hipGraphExecDestroy(exec));
    CHECK(hipGraphInstantiate(&another, graph, nullptr, nullptr, 0));
    CHECK(hipGraphExecDestroy(another));
    CHECK(hipGraphDestroy(graph));
}

static void reuses_freed_memory_in_the_order_of_a_stream() {
    hipStream_t stream;
    CHECK(hipStreamCreate(&stream));
    void *first, *second, *third;
    std::vector<char> got(1 << 20);
    CHECK(hipMallocAsync(&first, got.size(), stream));
    CHECK(hipMemsetAsync(first, 1, got.size(), stream));
    CHECK(hipFreeAsync(first, stream));
    CHECK(hipMallocAsync(&second, got.size(), stream));
    TRUE(first == second);
    CHECK(hipMemsetAsync(second, 2, got.size(), stream));
    CHECK(hipMemcpyAsync(got.data(), second, got.size(), hipMemcpyDeviceToHost, stream));
    // The first free is over by now, and has not taken the memory that the second is about.
    CHECK(hipStreamSynchronize(stream));
    TRUE(got.front() == 2 && got.back() == 2);
    CHECK(hipMemsetAsync(second, 3, got.size(), stream));
    CHECK(hipFreeAsync(second, stream));
    CHECK(hipMallocAsync(&third, got.size() / 2, stream));
    CHECK(hipMemsetAsync(third, 4, got.size() / 2, stream));
    CHECK(hipFreeAsync(third, stream));
    CHECK(hipStreamSynchronize(stream));
    hipMemPool_t pool;
    unsigned long long used = 1;
    CHECK(hipDeviceGetDefaultMemPool(&pool, 0));
    CHECK(hipMemPoolGetAttribute(pool, hipMemPoolAttrUsedMemCurrent, &used));
    TRUE(used == 0);
    CHECK(hipStreamDestroy(stream));
}

static void add_one(void *count) { ++*static_cast<int *>(count); }

static void takes_releases_of_objects_that_are_gone() {
    int destroyed = 0;
    hipGraph_t graph;
    hipUserObject_t object;
    CHECK(hipGraphCreate(&graph, 0));
    CHECK(hipUserObjectCreate(&object, &destroyed, add_one, 2, hipUserObjectNoDestructorSync));
    CHECK(hipUserObjectRelease(object, 3));
    CHECK(hipGraphReleaseUserObject(graph, object, 1));
    TRUE(destroyed == 0);
    CHECK(hipUserObjectRelease(object, 2));
    TRUE(destroyed == 1);
    CHECK(hipUserObjectRelease(object, 1));
    FAILS(hipUserObjectRelease(nullptr, 1), hipErrorInvalidValue);
    CHECK(hipGraphDestroy(graph));
}

static void tells_events_and_levels() {
    hipEvent_t event;
    FAILS(hipEventCreateWithFlags(&event, hipEventReleaseToDevice | hipEventReleaseToSystem), hipErrorInvalidValue);
    CHECK(hipEventCreateWithFlags(&event, hipEventReleaseToDevice));
    CHECK(hipEventDestroy(event));
    FAILS(hipEventDestroy(event), hipErrorContextIsDestroyed);
    FAILS(hipEventDestroy(nullptr), hipErrorInvalidHandle);
}

static void keeps_what_is_asked_for_a_kernel(const char *path) {
    hipModule_t module;
    hipFunction_t function;
    hipFuncAttributes all;
    CHECK(hipModuleLoad(&module, path));
    CHECK(hipModuleGetFunction(&function, module, "scale"));
    CHECK(hipFuncSetAttribute(function, hipFuncAttributeMaxDynamicSharedMemorySize, 1024));
    CHECK(hipFuncSetAttribute(function, hipFuncAttributePreferredSharedMemoryCarveout, 50));
    FAILS(hipFuncSetAttribute(function, hipFuncAttributeMaxDynamicSharedMemorySize, 1 << 30), hipErrorInvalidValue);
    FAILS(hipFuncSetAttribute(function, hipFuncAttributePreferredSharedMemoryCarveout, 101), hipErrorInvalidValue);
    CHECK(hipFuncGetAttributes(&all, function));
    TRUE(all.maxDynamicSharedSizeBytes == 1024 && all.preferredShmemCarveout == 50 && all.binaryVersion > 0);
    CHECK(hipModuleUnload(module));
}

int main(int, char **arguments) {
    keeps_what_is_asked_for_a_kernel(arguments[1]);
    refuses_in_graphs_what_cannot_run();
    gives_graphs_memory_while_they_run();
    reuses_freed_memory_in_the_order_of_a_stream();
    takes_releases_of_objects_that_are_gone();
    tells_events_and_levels();
    return 0;
}
