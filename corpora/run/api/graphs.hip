// Graphs: their nodes and edges, instantiation, launches, events in them.
// run: wave-any
#include "graph.h"

#include <algorithm>

__device__ int kept[32];

static void structure() {
    Memory v;
    hipGraph_t graph = nullptr;
    GIVES("Graph", "hipGraphCreate makes an empty graph", hipGraphCreate(&graph, 0), hipSuccess);
    size_t count = 99;
    NEED(hipGraphGetNodes(graph, nullptr, &count));
    CASE("Graph", "hipGraphGetNodes counts the nodes where none are asked for", count == 0);
    GIVES("Graph", "hipGraphCreate into no variable: hipErrorInvalidValue", hipGraphCreate(nullptr, 0), hipErrorInvalidValue);
    hipGraph_t none;
    GIVES("Graph", "hipGraphCreate refuses flags: hipErrorInvalidValue", hipGraphCreate(&none, 1), hipErrorInvalidValue);
    hipGraphNode_t a = kernel_node(graph, add, v.p, 3), b = kernel_node(graph, times, v.p, 5, {a}), c = nullptr;
    GIVES("Graph", "hipGraphAddEmptyNode adds a node", hipGraphAddEmptyNode(&c, graph, &b, 1), hipSuccess);
    hipGraphNode_t nodes[5];
    count = 5;
    NEED(hipGraphGetNodes(graph, nodes, &count));
    CASE("Graph", "hipGraphGetNodes gives each node, and how many there are",
         count == 3 && std::find(nodes, nodes + 3, a) != nodes + 3 && std::find(nodes, nodes + 3, c) != nodes + 3);
    CASE("Graph", "hipGraphGetNodes sets places beyond the nodes to null", nodes[3] == nullptr && nodes[4] == nullptr);
    count = 2;
    hipGraphNode_t roots[2];
    NEED(hipGraphGetRootNodes(graph, roots, &count));
    CASE("Graph", "hipGraphGetRootNodes gives the nodes that depend on none", count == 1 && roots[0] == a);
    hipGraphNode_t from[4], to[4];
    count = 4;
    NEED(hipGraphGetEdges(graph, from, to, &count));
    CASE("Graph", "hipGraphGetEdges gives both ends of each edge", count == 2 && ((from[0] == a && to[0] == b) || (from[1] == a && to[1] == b)));
    hipGraphNode_t one[2];
    count = 2;
    NEED(hipGraphNodeGetDependencies(b, one, &count));
    CASE("Graph", "hipGraphNodeGetDependencies gives what a node depends on", count == 1 && one[0] == a);
    count = 2;
    NEED(hipGraphNodeGetDependentNodes(b, one, &count));
    CASE("Graph", "hipGraphNodeGetDependentNodes gives what depends on a node", count == 1 && one[0] == c);
    hipGraphNodeType type{};
    NEED(hipGraphNodeGetType(a, &type));
    CASE("Graph", "hipGraphNodeGetType tells a kernel", type == hipGraphNodeTypeKernel);
    NEED(hipGraphNodeGetType(c, &type));
    CASE("Graph", "hipGraphNodeGetType tells an empty node", type == hipGraphNodeTypeEmpty);
    GIVES("Graph", "hipGraphAddDependencies adds an edge", hipGraphAddDependencies(graph, &a, &c, 1), hipSuccess);
    NEED(hipGraphGetEdges(graph, nullptr, nullptr, &count));
    CASE("Graph", "hipGraphGetEdges counts the edges where none are asked for", count == 3);
    GIVES("Graph", "hipGraphRemoveDependencies takes an edge away", hipGraphRemoveDependencies(graph, &a, &c, 1), hipSuccess);
    NEED(hipGraphGetEdges(graph, nullptr, nullptr, &count));
    CASE("Graph", "hipGraphRemoveDependencies leaves the other edges", count == 2);
    GIVES("Graph", "hipGraphAddDependencies of a node to itself: hipErrorInvalidValue", hipGraphAddDependencies(graph, &a, &a, 1),
          hipErrorInvalidValue);
    hipGraph_t clone = nullptr;
    GIVES("Graph", "hipGraphClone makes a graph", hipGraphClone(&clone, graph), hipSuccess);
    NEED(hipGraphGetNodes(clone, nullptr, &count));
    CASE("Graph", "hipGraphClone has as many nodes", count == 3);
    hipGraphNode_t twin = nullptr;
    NEED(hipGraphNodeFindInClone(&twin, b, clone));
    count = 1;
    NEED(hipGraphNodeGetDependencies(twin, one, &count));
    CASE("Graph", "hipGraphNodeFindInClone gives the node at the same place", twin && twin != b && count == 1 && one[0] != a);
    GIVES("Graph", "hipGraphDestroyNode takes a node away", hipGraphDestroyNode(b), hipSuccess);
    NEED(hipGraphGetNodes(graph, nullptr, &count));
    size_t edges = 9;
    NEED(hipGraphGetEdges(graph, nullptr, nullptr, &edges));
    CASE("Graph", "hipGraphDestroyNode takes the node's edges away", count == 2 && edges == 0);
    run(clone);
    CASE("Graph", "hipGraphClone keeps what its original had", v.first() == 15);
    GIVES("Graph", "hipGraphDestroy succeeds", hipGraphDestroy(graph), hipSuccess);
    NEED(hipGraphDestroy(clone));
    GIVES("Graph", "hipGraphDestroy of no graph: hipErrorInvalidValue", hipGraphDestroy(nullptr), hipErrorInvalidValue);
}

static void nodes() {
    Memory v;
    hipGraph_t graph, child;
    NEED(hipGraphCreate(&graph, 0));
    NEED(hipGraphCreate(&child, 0));
    int in[32], got[32] = {}, calls = 0;
    for (int &each : in) each = 2;
    hipGraphNode_t up, inner, host, down, fill, symbol, from_symbol;
    GIVES("Graph", "hipGraphAddMemcpyNode1D adds a copy", hipGraphAddMemcpyNode1D(&up, graph, nullptr, 0, v.p, in, sizeof in, hipMemcpyHostToDevice),
          hipSuccess);
    kernel_node(child, times, v.p, 10);
    GIVES("Graph", "hipGraphAddChildGraphNode adds a graph", hipGraphAddChildGraphNode(&inner, graph, &up, 1, child), hipSuccess);
    NEED(hipGraphDestroy(child));
    hipHostNodeParams call{count_call, &calls};
    GIVES("Graph", "hipGraphAddHostNode adds a function of the host", hipGraphAddHostNode(&host, graph, &inner, 1, &call), hipSuccess);
    GIVES("Graph", "hipGraphAddMemcpyNodeToSymbol adds a copy to a variable",
          hipGraphAddMemcpyNodeToSymbol(&symbol, graph, &inner, 1, HIP_SYMBOL(kept), v.p, sizeof in, 0, hipMemcpyDeviceToDevice), hipSuccess);
    GIVES("Graph", "hipGraphAddMemcpyNodeFromSymbol adds a copy of a variable",
          hipGraphAddMemcpyNodeFromSymbol(&from_symbol, graph, &symbol, 1, got, HIP_SYMBOL(kept), sizeof got, 0, hipMemcpyDeviceToHost), hipSuccess);
    hipMemsetParams set{};
    set.dst = v.p;
    set.elementSize = 4;
    set.value = 77;
    set.width = 32;
    set.height = 1;
    GIVES("Graph", "hipGraphAddMemsetNode adds a fill", hipGraphAddMemsetNode(&fill, graph, &from_symbol, 1, &set), hipSuccess);
    hipGraphNodeType type{};
    NEED(hipGraphNodeGetType(up, &type));
    CASE("Graph", "hipGraphNodeGetType tells a copy", type == hipGraphNodeTypeMemcpy);
    NEED(hipGraphNodeGetType(inner, &type));
    CASE("Graph", "hipGraphNodeGetType tells a graph", type == hipGraphNodeTypeGraph);
    NEED(hipGraphNodeGetType(host, &type));
    CASE("Graph", "hipGraphNodeGetType tells a function of the host", type == hipGraphNodeTypeHost);
    NEED(hipGraphNodeGetType(fill, &type));
    CASE("Graph", "hipGraphNodeGetType tells a fill", type == hipGraphNodeTypeMemset);
    hipGraph_t embedded = nullptr;
    size_t count = 0;
    NEED(hipGraphChildGraphNodeGetGraph(inner, &embedded));
    NEED(hipGraphGetNodes(embedded, nullptr, &count));
    CASE("Graph", "hipGraphChildGraphNodeGetGraph gives the graph of the node", count == 1);
    hipHostNodeParams told{};
    NEED(hipGraphHostNodeGetParams(host, &told));
    CASE("Graph", "hipGraphHostNodeGetParams gives the function and its argument", told.fn == count_call && told.userData == &calls);
    hipMemsetParams filled{};
    NEED(hipGraphMemsetNodeGetParams(fill, &filled));
    CASE("Graph", "hipGraphMemsetNodeGetParams gives what was set", filled.dst == v.p && filled.value == 77 && filled.width == 32);
    hipKernelNodeParams kernel{};
    hipGraphNode_t first;
    count = 1;
    NEED(hipGraphGetNodes(embedded, &first, &count));
    NEED(hipGraphKernelNodeGetParams(first, &kernel));
    CASE("Graph", "hipGraphKernelNodeGetParams gives the shape and the arguments",
         kernel.blockDim.x == 32 && kernel.gridDim.x == 1 && *static_cast<int *>(kernel.kernelParams[1]) == 10);
    CASE("Graph", "hipGraphAddHostNode calls nothing as long as the graph is not launched", calls == 0);
    run(graph);
    CASE("Graph", "hipGraphLaunch does copies, graphs within and copies of variables in their order", got[0] == 20 && got[31] == 20);
    CASE("Graph", "hipGraphLaunch calls functions of the host once", calls == 1);
    CASE("Graph", "hipGraphLaunch fills", v.first() == 77);
    GIVES("Graph", "hipGraphAddMemcpyNode1D without a destination: hipErrorInvalidValue",
          hipGraphAddMemcpyNode1D(&down, graph, nullptr, 0, nullptr, in, sizeof in, hipMemcpyHostToDevice), hipErrorInvalidValue);
    GIVES("Graph", "hipGraphAddHostNode without a function: hipErrorInvalidValue",
          (call.fn = nullptr, hipGraphAddHostNode(&down, graph, nullptr, 0, &call)), hipErrorInvalidValue);
    GIVES("Graph", "hipGraphAddKernelNode without parameters: hipErrorInvalidValue", hipGraphAddKernelNode(&down, graph, nullptr, 0, nullptr),
          hipErrorInvalidValue);
    GIVES("Graph", "hipGraphAddEmptyNode to no graph: hipErrorInvalidValue", hipGraphAddEmptyNode(&down, nullptr, nullptr, 0), hipErrorInvalidValue);
    GIVES("Graph", "hipGraphNodeGetType into no variable: hipErrorInvalidValue", hipGraphNodeGetType(up, nullptr), hipErrorInvalidValue);
    NEED(hipGraphDestroy(graph));
}

static void executables() {
    Memory v;
    hipGraph_t graph;
    NEED(hipGraphCreate(&graph, 0));
    hipGraphNode_t a = kernel_node(graph, add, v.p, 1);
    hipGraphExec_t exec = nullptr;
    GIVES("Graph", "hipGraphInstantiate makes an executable graph", hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0), hipSuccess);
    hipStream_t stream;
    NEED(hipStreamCreate(&stream));
    for (int i = 0; i < 5; i++) NEED(hipGraphLaunch(exec, stream));
    NEED(hipStreamSynchronize(stream));
    CASE("Graph", "hipGraphLaunch again and again runs the graph as often", v.first() == 5);
    kernel_node(graph, times, v.p, 100, {a});
    NEED(hipGraphLaunch(exec, stream));
    NEED(hipStreamSynchronize(stream));
    CASE("Graph", "hipGraphInstantiate takes the graph as it is then", v.first() == 6);
    unsigned long long flags = 99;
    NEED(hipGraphExecGetFlags(exec, &flags));
    CASE("Graph", "hipGraphExecGetFlags gives no flags of hipGraphInstantiate", flags == 0);
    hipGraphExec_t freeing;
    NEED(hipGraphInstantiateWithFlags(&freeing, graph, hipGraphInstantiateFlagAutoFreeOnLaunch));
    NEED(hipGraphExecGetFlags(freeing, &flags));
    CASE("Graph", "hipGraphExecGetFlags gives the flags of hipGraphInstantiateWithFlags", flags == hipGraphInstantiateFlagAutoFreeOnLaunch);
    NEED(hipGraphExecDestroy(freeing));
    int *pointer = v.p, by = 1000;
    void *arguments[] = {&pointer, &by};
    hipKernelNodeParams launch{};
    launch.func = reinterpret_cast<void *>(add);
    launch.gridDim = dim3(1);
    launch.blockDim = dim3(32);
    launch.kernelParams = arguments;
    GIVES("Graph", "hipGraphExecKernelNodeSetParams changes the arguments of a launch", hipGraphExecKernelNodeSetParams(exec, a, &launch), hipSuccess);
    v.clear();
    NEED(hipGraphLaunch(exec, stream));
    NEED(hipStreamSynchronize(stream));
    CASE("Graph", "hipGraphExecKernelNodeSetParams: later launches have the new arguments", v.first() == 1000);
    hipKernelNodeParams told{};
    NEED(hipGraphKernelNodeGetParams(a, &told));
    CASE("Graph", "hipGraphExecKernelNodeSetParams leaves the graph itself", *static_cast<int *>(told.kernelParams[1]) == 1);
    NEED(hipGraphKernelNodeSetParams(a, &launch));
    NEED(hipGraphKernelNodeGetParams(a, &told));
    CASE("Graph", "hipGraphKernelNodeSetParams changes the graph itself", *static_cast<int *>(told.kernelParams[1]) == 1000);
    unsigned on = 9;
    NEED(hipGraphNodeGetEnabled(exec, a, &on));
    CASE("Graph", "hipGraphNodeGetEnabled: nodes are on at first", on == 1);
    NEED(hipGraphNodeSetEnabled(exec, a, 0));
    v.clear();
    NEED(hipGraphLaunch(exec, stream));
    NEED(hipStreamSynchronize(stream));
    CASE("Graph", "hipGraphNodeSetEnabled: launches pass over nodes that are off", v.first() == 0);
    GIVES("Graph", "hipGraphUpload succeeds", hipGraphUpload(exec, stream), hipSuccess);
    NEED(hipStreamSynchronize(stream));
    GIVES("Graph", "hipGraphLaunch of no graph: hipErrorInvalidValue", hipGraphLaunch(nullptr, stream), hipErrorInvalidValue);
    GIVES("Graph", "hipGraphInstantiate of no graph: hipErrorInvalidValue", hipGraphInstantiate(&exec, nullptr, nullptr, nullptr, 0),
          hipErrorInvalidValue);
    GIVES("Graph", "hipGraphInstantiate into no variable: hipErrorInvalidValue", hipGraphInstantiate(nullptr, graph, nullptr, nullptr, 0),
          hipErrorInvalidValue);
    GIVES("Graph", "hipGraphExecDestroy of no graph: hipErrorInvalidValue", hipGraphExecDestroy(nullptr), hipErrorInvalidValue);
    NEED(hipGraphDestroy(graph));
    NEED(hipGraphLaunch(exec, stream));
    GIVES("Graph", "hipGraphLaunch runs after the graph itself was destroyed", hipStreamSynchronize(stream), hipSuccess);
    NEED(hipGraphExecDestroy(exec));
    NEED(hipStreamDestroy(stream));
}

static void events() {
    hipGraph_t graph;
    hipEvent_t event, other, got = nullptr;
    hipGraphNode_t record, wait;
    NEED(hipGraphCreate(&graph, 0));
    NEED(hipEventCreate(&event));
    NEED(hipEventCreate(&other));
    GIVES("Graph", "hipGraphAddEventRecordNode adds a record", hipGraphAddEventRecordNode(&record, graph, nullptr, 0, event), hipSuccess);
    GIVES("Graph", "hipGraphAddEventWaitNode adds a wait", hipGraphAddEventWaitNode(&wait, graph, &record, 1, event), hipSuccess);
    NEED(hipGraphEventRecordNodeGetEvent(record, &got));
    CASE("Graph", "hipGraphEventRecordNodeGetEvent gives the event", got == event);
    NEED(hipGraphEventWaitNodeSetEvent(wait, other));
    NEED(hipGraphEventWaitNodeGetEvent(wait, &got));
    CASE("Graph", "hipGraphEventWaitNodeSetEvent changes the event", got == other);
    run(graph);
    float milliseconds = -1;
    NEED(hipEventRecord(other));
    NEED(hipEventSynchronize(other));
    NEED(hipEventElapsedTime(&milliseconds, event, other));
    CASE("Graph", "hipGraphLaunch records events", milliseconds >= 0);
    NEED(hipEventDestroy(event));
    NEED(hipEventDestroy(other));
    NEED(hipGraphDestroy(graph));
}

int main() {
    structure();
    nodes();
    executables();
    events();
    return end_of_cases("graphs");
}
