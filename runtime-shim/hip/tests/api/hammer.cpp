/* Eight threads use streams, events, callbacks, graphs, pools, modules and memory at once; what they add up is right. */
#include "check.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

enum { THREADS = 8, ROUNDS = 30 };

static const char *path;
static hipModule_t shared_module;
static int *total;                   /* what all kernels of all threads add to */
static std::atomic<int> expected{0}; /* what they should */
static std::atomic<int> called{0};
static hipEvent_t meeting;

static void add(hipFunction_t kernel, int *sum, int blocks, hipStream_t stream) {
    int one = 1;
    void *arguments[] = {&sum, &one};
    CHECK(hipModuleLaunchKernel(kernel, blocks, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr));
    expected += blocks;
}

static hipFunction_t function(hipModule_t module) {
    hipFunction_t kernel;
    CHECK(hipModuleGetFunction(&kernel, module, "add"));
    return kernel;
}

static void count(void *) { called++; }
static void count_stream(hipStream_t, hipError_t status, void *) { called += status == hipSuccess; }

static void callbacks(hipStream_t stream) {
    CHECK(hipLaunchHostFunc(stream, count, nullptr));
    CHECK(hipStreamAddCallback(stream, count_stream, nullptr, 0));
}

static void events(hipStream_t stream, hipStream_t other) {
    hipEvent_t start, stop;
    CHECK(hipEventCreate(&start));
    CHECK(hipEventCreate(&stop));
    CHECK(hipEventRecord(start, stream));
    add(function(shared_module), total, 2, stream);
    CHECK(hipEventRecord(stop, stream));
    CHECK(hipStreamWaitEvent(other, stop, 0));
    CHECK(hipEventRecord(meeting, other));
    CHECK(hipStreamWaitEvent(stream, meeting, 0));
    CHECK(hipEventSynchronize(stop));
    float milliseconds = -1;
    CHECK(hipEventElapsedTime(&milliseconds, start, stop));
    TRUE(milliseconds >= 0);
    hipError_t query = hipEventQuery(meeting);
    TRUE(query == hipSuccess || query == hipErrorNotReady);
    CHECK(hipEventDestroy(start));
    CHECK(hipEventDestroy(stop));
}

/* Captured, run three times. */
static void graphs(hipStream_t stream) {
    hipGraph_t graph;
    hipGraphExec_t exec;
    CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal));
    add(function(shared_module), total, 3, stream);
    CHECK(hipLaunchHostFunc(stream, count, nullptr));
    CHECK(hipStreamEndCapture(stream, &graph));
    CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
    for (int run = 0; run < 3; run++) CHECK(hipGraphLaunch(exec, stream));
    expected += 2 * 3;
    CHECK(hipStreamSynchronize(stream));
    CHECK(hipGraphExecDestroy(exec));
    CHECK(hipGraphDestroy(graph));
}

static void pools(hipStream_t stream, int index) {
    const size_t size = 4096u << (index % 4);
    void *memory;
    std::vector<unsigned char> host(size);
    CHECK(hipMallocAsync(&memory, size, stream));
    CHECK(hipMemsetAsync(memory, index + 1, size, stream));
    CHECK(hipMemcpyAsync(host.data(), memory, size, hipMemcpyDeviceToHost, stream));
    CHECK(hipFreeAsync(memory, stream));
    CHECK(hipStreamSynchronize(stream));
    for (unsigned char byte : host) TRUE(byte == index + 1);
}

static void modules(hipStream_t stream) {
    hipModule_t module;
    CHECK(hipModuleLoad(&module, path));
    add(function(module), total, 1, stream);
    CHECK(hipStreamSynchronize(stream));
    CHECK(hipModuleUnload(module));
}

static void memory(hipStream_t stream) {
    int *own = device_memory<int>(1000), *managed, value = -1;
    CHECK(hipMallocManaged((void **)&managed, 4000, hipMemAttachGlobal));
    CHECK(hipMemsetAsync(own, 0, 4000, stream));
    for (int i = 0; i < 10; i++) {
        int one = 1;
        void *arguments[] = {&own, &one};
        CHECK(hipModuleLaunchKernel(function(shared_module), 5, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr));
    }
    CHECK(hipMemcpyAsync(managed, own, 4000, hipMemcpyDefault, stream));
    CHECK(hipStreamSynchronize(stream));
    CHECK(hipMemcpy(&value, managed, sizeof value, hipMemcpyDefault));
    TRUE(value == 50 && managed[0] == 50 && managed[999] == 0);
    hipPointerAttribute_t about;
    CHECK(hipPointerGetAttributes(&about, own));
    size_t free, all;
    CHECK(hipMemGetInfo(&free, &all));
    CHECK(hipFree(managed));
    CHECK(hipFree(own));
}

static void hammer(int index) {
    hipStream_t streams[3];
    CHECK(hipStreamCreate(&streams[0]));
    CHECK(hipStreamCreateWithFlags(&streams[1], hipStreamNonBlocking));
    CHECK(hipStreamCreateWithPriority(&streams[2], hipStreamNonBlocking, index % 3 - 1));
    for (int round = 0; round < ROUNDS; round++) {
        hipStream_t stream = streams[(round + index) % 3], other = streams[(round + index + 1) % 3];
        add(function(shared_module), total, 4, round % 5 ? stream : nullptr);
        callbacks(stream);
        switch ((round + index) % 5) {
        case 0: events(stream, other); break;
        case 1: graphs(streams[1]); break;
        case 2: pools(stream, index); break;
        case 3: modules(other); break;
        default: memory(stream);
        }
        if (round % 10 == 9) CHECK(hipDeviceSynchronize());
    }
    for (hipStream_t stream : streams) CHECK(hipStreamSynchronize(stream));
    for (hipStream_t stream : streams) CHECK(hipStreamDestroy(stream));
}

int main(int, char **words) {
    path = words[1];
    CHECK(hipModuleLoad(&shared_module, path));
    CHECK(hipEventCreate(&meeting));
    total = device_memory<int>(1);
    CHECK(hipMemset(total, 0, sizeof *total));
    std::vector<std::thread> threads;
    for (int index = 0; index < THREADS; index++) threads.emplace_back(hammer, index);
    for (std::thread &thread : threads) thread.join();
    CHECK(hipDeviceSynchronize());
    int graph_runs = 0;
    for (int index = 0; index < THREADS; index++)
        for (int round = 0; round < ROUNDS; round++) graph_runs += (round + index) % 5 == 1 ? 3 : 0;
    TRUE(called == THREADS * ROUNDS * 2 + graph_runs);
    TRUE(*total == expected);
    CHECK(hipModuleUnload(shared_module));
    CHECK(hipEventDestroy(meeting));
}
