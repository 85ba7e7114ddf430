// Graphs: built node by node or captured, run in the order of their edges, changed and run again.
#include "check.h"

#include <chrono>
#include <string>
#include <thread>
#include <vector>

enum { COUNT = 5000, BYTES = COUNT * 4 };

static hipFunction_t scale;

struct Scaled {
    float *values;
    float factor;
    int count;
    void *pointers[3];

    Scaled(float *values, float factor) : values(values), factor(factor), count(COUNT), pointers{&this->values, &this->factor, &count} {}

    hipKernelNodeParams params() {
        hipKernelNodeParams params = {};
        params.func = scale;
        params.gridDim = dim3((COUNT + 255) / 256);
        params.blockDim = dim3(256);
        params.kernelParams = pointers;
        return params;
    }
};

static std::vector<float> host(float value) {
    return std::vector<float>(COUNT, value);
}

static bool all(const std::vector<float> &values, float value) {
    for (float each : values)
        if (each != value) return false;
    return true;
}

static void add_one(void *data) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    ++*static_cast<int *>(data);
}

static void builds_and_runs() {
    float *device = device_memory<float>(COUNT), *second = device_memory<float>(COUNT);
    std::vector<float> in = host(2), out = host(0);
    int calls = 0;
    hipGraph_t graph;
    CHECK(hipGraphCreate(&graph, 0));
    hipGraphNode_t set, copy_in, first, other, copy_out, call, empty;
    hipMemsetParams fill = {};
    fill.dst = second;
    fill.elementSize = 4;
    fill.value = 0x40400000;  // 3.0f
    fill.width = COUNT;
    fill.height = 1;
    CHECK(hipGraphAddMemsetNode(&set, graph, nullptr, 0, &fill));
    CHECK(hipGraphAddMemcpyNode1D(&copy_in, graph, nullptr, 0, device, in.data(), BYTES, hipMemcpyHostToDevice));
    Scaled by_ten(device, 10), by_two(second, 2);
    hipKernelNodeParams params = by_ten.params();
    CHECK(hipGraphAddKernelNode(&first, graph, &copy_in, 1, &params));
    by_ten.factor = 99;  // arguments were copied
    params = by_two.params();
    CHECK(hipGraphAddKernelNode(&other, graph, &set, 1, &params));
    hipHostNodeParams counted = {add_one, &calls};
    hipGraphNode_t both[] = {first, other};
    CHECK(hipGraphAddHostNode(&call, graph, both, 2, &counted));
    CHECK(hipGraphAddEmptyNode(&empty, graph, &call, 1));
    CHECK(hipGraphAddMemcpyNode1D(&copy_out, graph, &empty, 1, out.data(), device, BYTES, hipMemcpyDeviceToHost));
    size_t nodes = 0, edges = 0, roots = 0;
    CHECK(hipGraphGetNodes(graph, nullptr, &nodes));
    CHECK(hipGraphGetEdges(graph, nullptr, nullptr, &edges));
    CHECK(hipGraphGetRootNodes(graph, nullptr, &roots));
    TRUE(nodes == 7 && edges == 6 && roots == 2);
    hipGraphNodeType type;
    CHECK(hipGraphNodeGetType(call, &type));
    TRUE(type == hipGraphNodeTypeHost);
    hipGraphNode_t before[3];
    size_t count = 3;
    CHECK(hipGraphNodeGetDependencies(call, before, &count));
    TRUE(count == 2 && before[0] == first && before[1] == other && before[2] == nullptr);
    FAILS(hipGraphAddDependencies(graph, &first, &call, 1), hipErrorInvalidValue);
    hipGraphExec_t exec;
    CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    hipStream_t stream;
    CHECK(hipStreamCreate(&stream));
    for (int run = 1; run <= 20; run++) CHECK(hipGraphLaunch(exec, stream));
    CHECK(hipStreamSynchronize(stream));
    TRUE(calls == 20 && all(out, 20));
    CHECK(hipMemcpy(out.data(), second, BYTES, hipMemcpyDeviceToHost));
    TRUE(all(out, 6));
    // A node of the executable graph gets other arguments; the graph itself keeps its own.
    Scaled by_five(device, 5);
    params = by_five.params();
    CHECK(hipGraphExecKernelNodeSetParams(exec, first, &params));
    CHECK(hipGraphLaunch(exec, stream));
    CHECK(hipStreamSynchronize(stream));
    TRUE(all(out, 10));
    hipKernelNodeParams got;
    CHECK(hipGraphKernelNodeGetParams(first, &got));
    TRUE(got.func == scale && got.blockDim.x == 256 && *static_cast<float *>(got.kernelParams[1]) == 10);
    CHECK(hipGraphNodeSetEnabled(exec, first, 0));
    CHECK(hipGraphLaunch(exec, stream));
    CHECK(hipStreamSynchronize(stream));
    TRUE(all(out, 2));
    // An update takes over the whole graph again.
    hipGraphExecUpdateResult result;
    hipGraphNode_t at_fault;
    CHECK(hipGraphExecUpdate(exec, graph, &at_fault, &result));
    CHECK(hipGraphNodeSetEnabled(exec, first, 1));
    CHECK(hipGraphLaunch(exec, stream));
    CHECK(hipStreamSynchronize(stream));
    TRUE(result == hipGraphExecUpdateSuccess && all(out, 20));
    CHECK(hipGraphDestroyNode(empty));
    FAILS(hipGraphExecUpdate(exec, graph, &at_fault, &result), hipErrorGraphExecUpdateFailure);
    TRUE(result == hipGraphExecUpdateErrorTopologyChanged);
    CHECK(hipGraphExecDestroy(exec));
    CHECK(hipGraphDestroy(graph));
    FAILS(hipGraphDestroy(graph), hipErrorInvalidValue);
    CHECK(hipStreamDestroy(stream));
    CHECK(hipFree(device));
    CHECK(hipFree(second));
}

// Eight chains between two ends, launched in two streams: launches come one after the other.
static void runs_branches_side_by_side() {
    enum { BRANCHES = 8, LENGTH = 5, RUNS = 200 };
    static float *parts[BRANCHES];
    hipGraph_t graph;
    CHECK(hipGraphCreate(&graph, 0));
    hipGraphNode_t start, end, ends[BRANCHES];
    CHECK(hipGraphAddEmptyNode(&start, graph, nullptr, 0));
    for (int branch = 0; branch < BRANCHES; branch++) {
        parts[branch] = device_memory<float>(COUNT);
        hipMemsetParams fill = {};
        fill.dst = parts[branch];
        fill.elementSize = 4;
        fill.value = 0x3f800000;
        fill.width = COUNT;
        fill.height = 1;
        hipGraphNode_t last;
        CHECK(hipGraphAddMemsetNode(&last, graph, &start, 1, &fill));
        Scaled scaled(parts[branch], float(branch + 1));
        hipKernelNodeParams params = scaled.params();
        for (int step = 0; step < LENGTH; step++) {
            hipGraphNode_t next;
            CHECK(hipGraphAddKernelNode(&next, graph, &last, 1, &params));
            last = next;
        }
        ends[branch] = last;
    }
    static float sums[RUNS + 1];
    static int runs;
    runs = 0;
    hipHostNodeParams host_node = {};
    host_node.fn = [](void *) {
        for (float *part : parts) sums[runs] += part[COUNT - 1];
        runs++;
    };
    CHECK(hipGraphAddHostNode(&end, graph, ends, BRANCHES, &host_node));
    hipGraphExec_t exec;
    CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    CHECK(hipGraphDestroy(graph));
    hipStream_t streams[2];
    for (hipStream_t &stream : streams) CHECK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
    for (int run = 0; run < RUNS; run++) CHECK(hipGraphLaunch(exec, streams[run % 2]));
    CHECK(hipDeviceSynchronize());
    TRUE(runs == RUNS);
    float expected = 0;
    for (int branch = 1; branch <= BRANCHES; branch++) expected += float(branch * branch * branch * branch * branch);
    for (int run = 0; run < RUNS; run++) TRUE(sums[run] == expected);
    CHECK(hipGraphExecDestroy(exec));
    for (hipStream_t stream : streams) CHECK(hipStreamDestroy(stream));
    for (float *part : parts) CHECK(hipFree(part));
}

static void runs_children_clones_and_cycles() {
    float *device = device_memory<float>(COUNT);
    hipGraph_t child, graph, clone;
    CHECK(hipGraphCreate(&child, 0));
    Scaled twice(device, 2);
    hipKernelNodeParams params = twice.params();
    hipGraphNode_t kernel, nested, set, found;
    CHECK(hipGraphAddKernelNode(&kernel, child, nullptr, 0, &params));
    CHECK(hipGraphCreate(&graph, 0));
    hipMemsetParams fill = {};
    fill.dst = device;
    fill.elementSize = 4;
    fill.value = 0x3f800000;
    fill.width = COUNT;
    fill.height = 1;
    CHECK(hipGraphAddMemsetNode(&set, graph, nullptr, 0, &fill));
    hipGraphNode_t last = set;
    for (int n = 0; n < 3; n++) {
        CHECK(hipGraphAddChildGraphNode(&nested, graph, &last, 1, child));
        last = nested;
    }
    CHECK(hipGraphClone(&clone, graph));
    CHECK(hipGraphNodeFindInClone(&found, set, clone));
    TRUE(found != set);
    fill.value = 0;
    CHECK(hipGraphMemsetNodeSetParams(set, &fill));
    hipMemsetParams kept;
    CHECK(hipGraphMemsetNodeGetParams(found, &kept));
    TRUE(kept.value == 0x3f800000);
    hipGraphExec_t exec;
    CHECK(hipGraphInstantiateWithFlags(&exec, clone, 0));
    CHECK(hipGraphDestroy(clone));
    CHECK(hipGraphLaunch(exec, nullptr));
    std::vector<float> out = host(0);
    CHECK(hipMemcpy(out.data(), device, BYTES, hipMemcpyDeviceToHost));
    TRUE(all(out, 8));
    CHECK(hipGraphExecDestroy(exec));
    CHECK(hipGraphAddDependencies(graph, &nested, &set, 1));
    hipGraphNode_t at_fault = nullptr;
    FAILS(hipGraphInstantiate(&exec, graph, &at_fault, nullptr, 0), hipErrorInvalidValue);
    TRUE(at_fault != nullptr);
    CHECK(hipGraphRemoveDependencies(graph, &nested, &set, 1));
    CHECK(hipGraphInstantiate(&exec, graph, &at_fault, nullptr, 0));
    CHECK(hipGraphExecDestroy(exec));
    char path[] = "/tmp/graph-XXXXXX";
    TRUE(mkstemp(path) >= 0);
    CHECK(hipGraphDebugDotPrint(graph, path, 1));
    FILE *file = fopen(path, "r");
    std::string text(4096, 0);
    text.resize(fread(&text[0], 1, text.size(), file));
    fclose(file);
    remove(path);
    TRUE(text.find("digraph") == 0 && text.find("KERNEL") != std::string::npos && text.find("scale") != std::string::npos && text.find("->") != std::string::npos);
    CHECK(hipGraphDestroy(graph));
    CHECK(hipGraphDestroy(child));
    CHECK(hipFree(device));
}

static void captures() {
    float *device = device_memory<float>(COUNT), *second = device_memory<float>(COUNT);
    hipStream_t stream, fork;
    CHECK(hipStreamCreate(&stream));
    CHECK(hipStreamCreate(&fork));
    hipEvent_t forked, joined;
    CHECK(hipEventCreate(&forked));
    CHECK(hipEventCreate(&joined));
    std::vector<float> in = host(1), out = host(0), other = host(0);
    int calls = 0;
    CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    FAILS(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal), hipErrorIllegalState);
    hipStreamCaptureStatus status;
    CHECK(hipStreamIsCapturing(stream, &status));
    TRUE(status == hipStreamCaptureStatusActive);
    CHECK(hipMemcpyAsync(device, in.data(), BYTES, hipMemcpyHostToDevice, stream));
    CHECK(hipEventRecord(forked, stream));
    CHECK(hipStreamWaitEvent(fork, forked, 0));
    CHECK(hipStreamIsCapturing(fork, &status));
    TRUE(status == hipStreamCaptureStatusActive);
    FAILS(hipEventQuery(forked), hipErrorCapturedEvent);
    CHECK(hipMemsetAsync(second, 0, BYTES, fork));
    CHECK(hipMemcpy2DAsync(second, BYTES, in.data(), BYTES, BYTES, 1, hipMemcpyHostToDevice, fork));
    Scaled thrice(device, 3), fourfold(second, 4);
    CHECK(hipModuleLaunchKernel(scale, 20, 1, 1, 256, 1, 1, 0, stream, thrice.pointers, nullptr));
    CHECK(hipModuleLaunchKernel(scale, 20, 1, 1, 256, 1, 1, 0, fork, fourfold.pointers, nullptr));
    CHECK(hipEventRecord(joined, fork));
    CHECK(hipStreamWaitEvent(stream, joined, 0));
    CHECK(hipLaunchHostFunc(stream, add_one, &calls));
    float *temporary;
    CHECK(hipMallocAsync((void **)&temporary, BYTES, stream));
    CHECK(hipMemcpyAsync(temporary, device, BYTES, hipMemcpyDeviceToDevice, stream));
    CHECK(hipMemcpyAsync(out.data(), temporary, BYTES, hipMemcpyDeviceToHost, stream));
    CHECK(hipFreeAsync(temporary, stream));
    CHECK(hipMemcpyAsync(other.data(), second, BYTES, hipMemcpyDeviceToHost, stream));
    hipGraph_t graph, seen;
    unsigned long long id;
    const hipGraphNode_t *last;
    size_t count;
    CHECK(hipStreamGetCaptureInfo_v2(stream, &status, &id, &seen, &last, &count));
    TRUE(status == hipStreamCaptureStatusActive && count == 1);
    CHECK(hipStreamEndCapture(stream, &graph));
    TRUE(seen == graph && calls == 0 && all(out, 0));
    CHECK(hipStreamIsCapturing(fork, &status));
    TRUE(status == hipStreamCaptureStatusNone);
    hipGraphExec_t exec;
    CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    for (int run = 0; run < 10; run++) {
        CHECK(hipGraphLaunch(exec, stream));
        CHECK(hipStreamSynchronize(stream));
        TRUE(all(out, 3) && all(other, 4));
    }
    TRUE(calls == 10);
    CHECK(hipGraphExecDestroy(exec));
    CHECK(hipGraphDestroy(graph));
    CHECK(hipStreamDestroy(stream));
    CHECK(hipStreamDestroy(fork));
    CHECK(hipEventDestroy(forked));
    CHECK(hipEventDestroy(joined));
    CHECK(hipFree(device));
    CHECK(hipFree(second));
}

static void refuses_what_no_graph_keeps() {
    hipStream_t stream, fork;
    CHECK(hipStreamCreate(&stream));
    CHECK(hipStreamCreate(&fork));
    hipEvent_t event;
    CHECK(hipEventCreate(&event));
    hipGraph_t graph;
    void *memory;
    FAILS(hipStreamEndCapture(stream, &graph), hipErrorIllegalState);
    FAILS(hipStreamBeginCapture(nullptr, hipStreamCaptureModeGlobal), hipErrorStreamCaptureUnsupported);
    // Waiting for the stream.
    CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
    FAILS(hipStreamSynchronize(stream), hipErrorStreamCaptureUnsupported);
    hipStreamCaptureStatus status;
    CHECK(hipStreamIsCapturing(stream, &status));
    TRUE(status == hipStreamCaptureStatusInvalidated);
    FAILS(hipStreamEndCapture(stream, &graph), hipErrorStreamCaptureInvalidated);
    TRUE(graph == nullptr);
    // A call that no graph can keep, in the global mode and in the relaxed one.
    CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    FAILS(hipMalloc(&memory, 100), hipErrorStreamCaptureUnsupported);
    FAILS(hipStreamEndCapture(stream, &graph), hipErrorStreamCaptureInvalidated);
    CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    FAILS(hipDeviceSynchronize(), hipErrorStreamCaptureUnsupported);
    FAILS(hipStreamEndCapture(stream, &graph), hipErrorStreamCaptureInvalidated);
    CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
    CHECK(hipMalloc(&memory, 100));
    CHECK(hipStreamEndCapture(stream, &graph));
    CHECK(hipGraphDestroy(graph));
    CHECK(hipFree(memory));
    // A fork that is not joined.
    CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal));
    CHECK(hipEventRecord(event, stream));
    CHECK(hipStreamWaitEvent(fork, event, 0));
    int calls = 0;
    CHECK(hipLaunchHostFunc(fork, add_one, &calls));
    FAILS(hipStreamEndCapture(fork, &graph), hipErrorStreamCaptureUnmatched);
    FAILS(hipStreamEndCapture(stream, &graph), hipErrorStreamCaptureUnjoined);
    // Another thread.
    CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    std::thread([&] { FAILS(hipStreamEndCapture(stream, &graph), hipErrorStreamCaptureWrongThread); }).join();
    CHECK(hipStreamEndCapture(stream, &graph));
    CHECK(hipGraphDestroy(graph));
    // Events of outside become nodes.
    CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    FAILS(hipStreamWaitEvent(stream, event, 0), hipErrorStreamCaptureIsolation);
    FAILS(hipStreamEndCapture(stream, &graph), hipErrorStreamCaptureInvalidated);
    CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    CHECK(hipStreamWaitEvent(stream, event, hipEventWaitExternal));
    CHECK(hipEventRecordWithFlags(event, stream, hipEventRecordExternal));
    CHECK(hipStreamEndCapture(stream, &graph));
    hipGraphNode_t nodes[2], recorded;
    size_t count = 2;
    CHECK(hipGraphGetNodes(graph, nodes, &count));
    hipGraphNodeType types[2];
    for (int n = 0; n < 2; n++) CHECK(hipGraphNodeGetType(nodes[n], &types[n]));
    TRUE(types[0] == hipGraphNodeTypeWaitEvent && types[1] == hipGraphNodeTypeEventRecord);
    hipEvent_t found;
    CHECK(hipGraphEventRecordNodeGetEvent(nodes[1], &found));
    TRUE(found == event);
    CHECK(hipGraphAddEventRecordNode(&recorded, graph, nullptr, 0, event));
    CHECK(hipGraphDestroy(graph));
    // The null stream.
    CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    FAILS(hipEventRecord(event, nullptr), hipErrorStreamCaptureImplicit);
    FAILS(hipStreamEndCapture(stream, &graph), hipErrorStreamCaptureInvalidated);
    CHECK(hipStreamDestroy(stream));
    CHECK(hipStreamDestroy(fork));
    CHECK(hipEventDestroy(event));
}

static void owns_memory_and_user_objects() {
    hipGraph_t graph;
    CHECK(hipGraphCreate(&graph, 0));
    hipMemAllocNodeParams params = {};
    params.poolProps.allocType = hipMemAllocationTypePinned;
    params.poolProps.location.type = hipMemLocationTypeDevice;
    params.bytesize = BYTES;
    hipGraphNode_t allocated, set, copied, freed;
    CHECK(hipGraphAddMemAllocNode(&allocated, graph, nullptr, 0, &params));
    TRUE(params.dptr != nullptr);
    hipMemsetParams fill = {};
    fill.dst = params.dptr;
    fill.elementSize = 1;
    fill.value = 7;
    fill.width = BYTES;
    fill.height = 1;
    CHECK(hipGraphAddMemsetNode(&set, graph, &allocated, 1, &fill));
    std::vector<char> out(BYTES);
    CHECK(hipGraphAddMemcpyNode1D(&copied, graph, &set, 1, out.data(), params.dptr, BYTES, hipMemcpyDeviceToHost));
    CHECK(hipGraphAddMemFreeNode(&freed, graph, &copied, 1, params.dptr));
    int destroyed = 0;
    hipUserObject_t object;
    CHECK(hipUserObjectCreate(&object, &destroyed, add_one, 1, hipUserObjectNoDestructorSync));
    CHECK(hipGraphRetainUserObject(graph, object, 1, hipGraphUserObjectMove));
    hipGraphExec_t exec;
    CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    CHECK(hipGraphDestroy(graph));
    CHECK(hipGraphLaunch(exec, nullptr));
    CHECK(hipDeviceSynchronize());
    TRUE(out[0] == 7 && out[BYTES - 1] == 7 && destroyed == 0);
    unsigned long long used = 1, high = 0;
    CHECK(hipDeviceGetGraphMemAttribute(0, hipGraphMemAttrUsedMemCurrent, &used));
    CHECK(hipDeviceGetGraphMemAttribute(0, hipGraphMemAttrUsedMemHigh, &high));
    TRUE(used == 0 && high >= BYTES);
    CHECK(hipGraphExecDestroy(exec));
    TRUE(destroyed == 1);
}

int main(int, char **arguments) {
    hipModule_t module;
    CHECK(hipModuleLoad(&module, arguments[1]));
    CHECK(hipModuleGetFunction(&scale, module, "scale"));
    builds_and_runs();
    runs_branches_side_by_side();
    runs_children_clones_and_cycles();
    captures();
    refuses_what_no_graph_keeps();
    owns_memory_and_user_objects();
    return 0;
}
