/* Executable graphs launched into a captured stream, and attributes of streams. */
#include "check.h"

static void add_one(void *data) { ++*static_cast<int *>(data); }

/* A graph with one call, which an executable graph runs. */
static hipGraphExec_t call(int *calls, hipGraph_t &graph, hipGraphNode_t *node) {
    CHECK(hipGraphCreate(&graph, 0));
    hipHostNodeParams params = {add_one, calls};
    CHECK(hipGraphAddHostNode(node, graph, nullptr, 0, &params));
    hipGraphExec_t exec;
    CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    return exec;
}

static void captures_launches_of_graphs() {
    int before = 0, inner = 0, changed = 0;
    hipGraphNode_t node;
    hipGraph_t called;
    hipGraphExec_t exec = call(&inner, called, &node), whole;
    hipHostNodeParams params = {add_one, &changed};
    CHECK(hipGraphExecHostNodeSetParams(exec, node, &params));
    CHECK(hipGraphDestroy(called));
    FAILS(hipGraphExecHostNodeSetParams(exec, node, &params), hipErrorInvalidValue);
    hipStream_t stream;
    CHECK(hipStreamCreate(&stream));
    CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
    CHECK(hipLaunchHostFunc(stream, add_one, &before));
    CHECK(hipGraphLaunch(exec, stream));
    CHECK(hipGraphLaunch(exec, stream));
    hipGraph_t graph;
    CHECK(hipStreamEndCapture(stream, &graph));
    TRUE(before == 0 && changed == 0);

    hipGraphNode_t nodes[3];
    size_t count = 3, edges = 0;
    CHECK(hipGraphGetNodes(graph, nodes, &count));
    CHECK(hipGraphGetEdges(graph, nullptr, nullptr, &edges));
    TRUE(count == 3 && edges == 2);
    hipGraphNodeType type;
    CHECK(hipGraphNodeGetType(nodes[2], &type));
    TRUE(type == hipGraphNodeTypeGraph);
    /* What the executable graph is made to do later is not what was captured. */
    params.userData = &inner;
    CHECK(hipGraphExecHostNodeSetParams(exec, node, &params));
    CHECK(hipGraphInstantiate(&whole, graph, nullptr, nullptr, 0));
    for (int run = 0; run < 3; run++) CHECK(hipGraphLaunch(whole, stream));
    CHECK(hipStreamSynchronize(stream));
    TRUE(before == 3 && changed == 6 && inner == 0);
    CHECK(hipGraphExecDestroy(whole));
    CHECK(hipGraphExecDestroy(exec));
    CHECK(hipGraphDestroy(graph));
    CHECK(hipStreamDestroy(stream));
}

static void keeps_attributes() {
    hipStream_t stream, other;
    CHECK(hipStreamCreateWithPriority(&stream, hipStreamNonBlocking, -1));
    CHECK(hipStreamCreate(&other));
    hipStreamAttrValue value = {}, got = {};
    CHECK(hipStreamGetAttribute(stream, hipStreamAttributePriority, &got));
    TRUE(got.priority == -1);
    CHECK(hipStreamGetAttribute(stream, hipStreamAttributeSynchronizationPolicy, &got));
    TRUE(got.syncPolicy == hipSyncPolicyAuto);
    CHECK(hipStreamGetAttribute(stream, hipStreamAttributeMemSyncDomainMap, &got));
    TRUE(got.memSyncDomainMap.default_ == 0 && got.memSyncDomainMap.remote == 1);
    value.accessPolicyWindow.base_ptr = &value;
    value.accessPolicyWindow.num_bytes = 100;
    value.accessPolicyWindow.hitRatio = 0.5f;
    value.accessPolicyWindow.hitProp = hipAccessPropertyPersisting;
    value.accessPolicyWindow.missProp = hipAccessPropertyStreaming;
    CHECK(hipStreamSetAttribute(stream, hipStreamAttributeAccessPolicyWindow, &value));
    CHECK(hipStreamCopyAttributes(other, stream));
    CHECK(hipStreamGetAttribute(other, hipStreamAttributeAccessPolicyWindow, &got));
    TRUE(got.accessPolicyWindow.base_ptr == &value && got.accessPolicyWindow.num_bytes == 100);
    TRUE(got.accessPolicyWindow.hitRatio == 0.5f && got.accessPolicyWindow.hitProp == hipAccessPropertyPersisting);
    CHECK(hipStreamGetAttribute(other, hipStreamAttributePriority, &got));
    TRUE(got.priority == 0);
    value.accessPolicyWindow.hitRatio = 1.5f;
    FAILS(hipStreamSetAttribute(stream, hipStreamAttributeAccessPolicyWindow, &value), hipErrorInvalidValue);
    FAILS(hipStreamSetAttribute(stream, hipLaunchAttributeCooperative, &value), hipErrorInvalidValue);
    FAILS(hipStreamGetAttribute(stream, hipLaunchAttributeCooperative, &value), hipErrorInvalidValue);
    CHECK(hipStreamDestroy(stream));
    CHECK(hipStreamDestroy(other));
}

int main(int, char **) {
    captures_launches_of_graphs();
    keeps_attributes();
}
