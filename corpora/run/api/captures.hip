// Streams that are captured into graphs, objects of the user in graphs, memory of graphs.
// run: wave-any
#include "graph.h"

static void captures() {
    Memory v, w;
    hipStream_t stream, second;
    hipGraph_t graph = nullptr, current = nullptr;
    hipStreamCaptureStatus status{};
    NEED(hipStreamCreate(&stream));
    NEED(hipStreamCreate(&second));
    NEED(hipStreamIsCapturing(stream, &status));
    CASE("Graph", "hipStreamIsCapturing tells that a stream is not capturing", status == hipStreamCaptureStatusNone);
    GIVES("Graph", "hipStreamBeginCapture begins a capture", hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed), hipSuccess);
    NEED(hipStreamIsCapturing(stream, &status));
    CASE("Graph", "hipStreamIsCapturing tells that a stream is capturing", status == hipStreamCaptureStatusActive);
    add<<<1, 32, 0, stream>>>(v.p, 4);
    times<<<1, 32, 0, stream>>>(v.p, 6);
    unsigned long long id = 0, again = 0;
    const hipGraphNode_t *last = nullptr;
    size_t count = 0;
    NEED(hipStreamGetCaptureInfo_v2(stream, &status, &id, &current, &last, &count));
    CASE("Graph", "hipStreamGetCaptureInfo_v2 gives what the next node will depend on", count == 1 && last && current);
    NEED(hipStreamGetCaptureInfo(stream, &status, &again));
    CASE("Graph", "hipStreamGetCaptureInfo gives the capture's number", again == id && id != 0);
    hipEvent_t fork, join;
    NEED(hipEventCreate(&fork));
    NEED(hipEventCreate(&join));
    NEED(hipEventRecord(fork, stream));
    NEED(hipStreamWaitEvent(second, fork, 0));
    NEED(hipStreamIsCapturing(second, &status));
    CASE("Stream", "hipStreamWaitEvent: a stream that waits for one that captures captures too", status == hipStreamCaptureStatusActive);
    add<<<1, 32, 0, second>>>(w.p, 9);
    NEED(hipEventRecord(join, second));
    NEED(hipStreamWaitEvent(stream, join, 0));
    NEED(hipMemcpyAsync(w.p + 1, v.p, sizeof(int), hipMemcpyDeviceToDevice, stream));
    GIVES("Graph", "hipStreamEndCapture ends a capture", hipStreamEndCapture(stream, &graph), hipSuccess);
    NEED(hipStreamIsCapturing(second, &status));
    CASE("Graph", "hipStreamEndCapture ends the capture of streams that joined", status == hipStreamCaptureStatusNone);
    CASE("Graph", "hipStreamBeginCapture: what is captured does not run", v.first() == 0 && w.first() == 0);
    NEED(hipGraphGetNodes(graph, nullptr, &count));
    CASE("Graph", "hipStreamEndCapture gives a node for each kernel and copy", count == 4);
    run(graph);
    int got[2];
    NEED(hipMemcpy(got, w.p, sizeof got, hipMemcpyDeviceToHost));
    CASE("Graph", "hipGraphLaunch runs what was captured in its order", v.first() == 24 && got[0] == 9 && got[1] == 24);
    NEED(hipGraphDestroy(graph));
    GIVES("Graph", "hipStreamEndCapture of a stream that does not capture: hipErrorIllegalState", hipStreamEndCapture(stream, &graph),
          hipErrorIllegalState);
    GIVES("Graph", "hipStreamBeginCapture of the null stream: hipErrorStreamCaptureUnsupported",
          hipStreamBeginCapture(nullptr, hipStreamCaptureModeGlobal), hipErrorStreamCaptureUnsupported);
    NEED(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
    GIVES("Graph", "hipStreamBeginCapture of a stream that captures: hipErrorIllegalState",
          hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed), hipErrorIllegalState);
    NEED(hipStreamEndCapture(stream, &graph));
    NEED(hipGraphDestroy(graph));
    NEED(hipGraphCreate(&graph, 0));
    hipGraphNode_t before = kernel_node(graph, add, v.p, 1);
    GIVES("Graph", "hipStreamBeginCaptureToGraph captures into a graph that is there",
          hipStreamBeginCaptureToGraph(stream, graph, &before, nullptr, 1, hipStreamCaptureModeRelaxed), hipSuccess);
    times<<<1, 32, 0, stream>>>(v.p, 3);
    NEED(hipStreamEndCapture(stream, &current));
    CASE("Graph", "hipStreamBeginCaptureToGraph: hipStreamEndCapture gives that graph", current == graph);
    v.clear();
    run(graph);
    CASE("Graph", "hipStreamBeginCaptureToGraph puts what it captures after the given nodes", v.first() == 3);
    NEED(hipGraphDestroy(graph));
    hipStreamCaptureMode mode = hipStreamCaptureModeRelaxed;
    NEED(hipThreadExchangeStreamCaptureMode(&mode));
    CASE("Graph", "hipThreadExchangeStreamCaptureMode gives the mode before: hipStreamCaptureModeGlobal at first", mode == hipStreamCaptureModeGlobal);
    NEED(hipThreadExchangeStreamCaptureMode(&mode));
    CASE("Graph", "hipThreadExchangeStreamCaptureMode gives the mode that was set", mode == hipStreamCaptureModeRelaxed);
    NEED(hipEventDestroy(fork));
    NEED(hipEventDestroy(join));
    NEED(hipStreamDestroy(stream));
    NEED(hipStreamDestroy(second));
}

static void objects() {
    int destroyed = 0;
    hipUserObject_t object = nullptr;
    hipGraph_t graph;
    NEED(hipGraphCreate(&graph, 0));
    GIVES("Graph", "hipUserObjectCreate makes an object", hipUserObjectCreate(&object, &destroyed, count_call, 1, hipUserObjectNoDestructorSync), hipSuccess);
    GIVES("Graph", "hipUserObjectRetain takes references more", hipUserObjectRetain(object, 2), hipSuccess);
    NEED(hipUserObjectRelease(object, 2));
    CASE("Graph", "hipUserObjectRelease keeps the object as long as there is a reference", destroyed == 0);
    GIVES("Graph", "hipGraphRetainUserObject gives a graph a reference", hipGraphRetainUserObject(graph, object, 1, hipGraphUserObjectMove), hipSuccess);
    CASE("Graph", "hipGraphRetainUserObject with hipGraphUserObjectMove takes the caller's reference", destroyed == 0);
    NEED(hipGraphDestroy(graph));
    CASE("Graph", "hipGraphDestroy lets go of the graph's objects", destroyed == 1);
    NEED(hipUserObjectCreate(&object, &destroyed, count_call, 1, hipUserObjectNoDestructorSync));
    GIVES("Graph", "hipUserObjectRelease succeeds", hipUserObjectRelease(object, 1), hipSuccess);
    CASE("Graph", "hipUserObjectRelease of the last reference calls the destructor once", destroyed == 2);
    GIVES("Graph", "hipUserObjectCreate without a destructor: hipErrorInvalidValue",
          hipUserObjectCreate(&object, &destroyed, nullptr, 1, hipUserObjectNoDestructorSync), hipErrorInvalidValue);
    GIVES("Graph", "hipUserObjectCreate of no references: hipErrorInvalidValue",
          hipUserObjectCreate(&object, &destroyed, count_call, 0, hipUserObjectNoDestructorSync), hipErrorInvalidValue);
    GIVES("Graph", "hipUserObjectCreate without its flag: hipErrorInvalidValue", hipUserObjectCreate(&object, &destroyed, count_call, 1, 0),
          hipErrorInvalidValue);
}

static void memory() {
    hipGraph_t graph;
    NEED(hipGraphCreate(&graph, 0));
    hipMemAllocNodeParams wish{};
    wish.poolProps.allocType = hipMemAllocationTypePinned;
    wish.poolProps.location.type = hipMemLocationTypeDevice;
    wish.bytesize = 32 * sizeof(int);
    hipGraphNode_t alloc, release, copy;
    GIVES("Graph", "hipGraphAddMemAllocNode adds an allocation", hipGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &wish), hipSuccess);
    CASE("Graph", "hipGraphAddMemAllocNode gives the address at once", wish.dptr != nullptr);
    hipMemsetParams set{};
    set.dst = wish.dptr;
    set.elementSize = 4;
    set.value = 5;
    set.width = 32;
    set.height = 1;
    hipGraphNode_t fill;
    NEED(hipGraphAddMemsetNode(&fill, graph, &alloc, 1, &set));
    hipGraphNode_t added = kernel_node(graph, add, static_cast<int *>(wish.dptr), 2, {fill});
    int got[32] = {};
    NEED(hipGraphAddMemcpyNode1D(&copy, graph, &added, 1, got, wish.dptr, sizeof got, hipMemcpyDeviceToHost));
    GIVES("Graph", "hipGraphAddMemFreeNode adds a free", hipGraphAddMemFreeNode(&release, graph, &copy, 1, wish.dptr), hipSuccess);
    void *freed = nullptr;
    NEED(hipGraphMemFreeNodeGetParams(release, &freed));
    CASE("Graph", "hipGraphMemFreeNodeGetParams gives the address", freed == wish.dptr);
    run(graph);
    CASE("Graph", "hipGraphLaunch: nodes use the memory between its allocation and its free", got[0] == 7 && got[31] == 7);
    uint64_t used = 99;
    NEED(hipDeviceGetGraphMemAttribute(0, hipGraphMemAttrUsedMemCurrent, &used));
    CASE("Graph", "hipDeviceGetGraphMemAttribute: nothing is used after graphs freed their memory", used == 0);
    GIVES("Graph", "hipDeviceGraphMemTrim succeeds", hipDeviceGraphMemTrim(0), hipSuccess);
    NEED(hipDeviceGetGraphMemAttribute(0, hipGraphMemAttrReservedMemCurrent, &used));
    CASE("Graph", "hipDeviceGraphMemTrim gives the memory of graphs back", used == 0);
    GIVES("Graph", "hipDeviceGraphMemTrim of a device that is none: hipErrorInvalidDevice", hipDeviceGraphMemTrim(99), hipErrorInvalidDevice);
    NEED(hipGraphDestroy(graph));
}

int main() {
    captures();
    objects();
    memory();
    return end_of_cases("captures");
}
