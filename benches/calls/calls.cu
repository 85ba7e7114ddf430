// What calls of the runtime cost: launches by the size of their arguments, launches in a long row, and streams, events, graphs and
// nodes in numbers. Prints lines `name nanoseconds`, each for one launch, stream, event, graph or node.
#include "../cpu/check.cuh"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

template <int BYTES> struct Block {
    char bytes[BYTES];
};

template <int BYTES> __global__ void takes(Block<BYTES> block, int *out) {
    if (out) *out += block.bytes[BYTES - 1];
}

// Nanoseconds of one of `count` things that `all` does.
template <class All> double each(long count, All all) {
    const auto start = std::chrono::steady_clock::now();
    all();
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() / double(count);
}

static void say(const char *name, long count, double nanoseconds) { printf("%s-%ld %.1f\n", name, count, nanoseconds); }

// Both ways of programs: a launch that is waited for, and launches one after the other.
template <int BYTES> void arguments() {
    const long count = 20000;
    Block<BYTES> block;
    memset(&block, 1, sizeof block);
    auto row = [&] {
        for (long i = 0; i < count; i++) takes<BYTES><<<1, 1>>>(block, nullptr);
        CHECK(cudaDeviceSynchronize());
    };
    auto waited = [&] {
        for (long i = 0; i < count; i++) {
            takes<BYTES><<<1, 1>>>(block, nullptr);
            CHECK(cudaDeviceSynchronize());
        }
    };
    row();
    say("arguments", BYTES, each(count, row));
    say("waited-arguments", BYTES, each(count, waited));
}

__global__ void counts(float *all, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) all[i] += 1;
}

// Launches of so many blocks, of which each thread of the processor has some.
static void blocks(long blocks) {
    const long count = 20000;
    const int n = int(blocks) * 256;
    float *all;
    CHECK(cudaMalloc(&all, n * sizeof(float)));
    CHECK(cudaMemset(all, 0, n * sizeof(float)));
    auto row = [&] {
        for (long i = 0; i < count; i++) counts<<<unsigned(blocks), 256>>>(all, n);
        CHECK(cudaDeviceSynchronize());
    };
    auto waited = [&] {
        for (long i = 0; i < count; i++) {
            counts<<<unsigned(blocks), 256>>>(all, n);
            CHECK(cudaDeviceSynchronize());
        }
    };
    row();
    say("blocks", blocks, each(count, row));
    say("waited-blocks", blocks, each(count, waited));
    CHECK(cudaFree(all));
}

// The first and the last million of a row that the program waits for at its end alone.
static void row(long millions) {
    Block<64> block{};
    for (long million = 1; million <= millions; million++) {
        const double cost = each(1000000, [&] {
            for (long i = 0; i < 1000000; i++) takes<64><<<1, 1>>>(block, nullptr);
        });
        if (million == 1 || million == millions) say("row", million, cost);
    }
    CHECK(cudaDeviceSynchronize());
}

static void streams(long count) {
    std::vector<cudaStream_t> all(count);
    say("streams", count, each(count, [&] {
            for (auto &stream : all) CHECK(cudaStreamCreate(&stream));
            for (auto &stream : all) takes<64><<<1, 1, 0, stream>>>({}, nullptr);
            for (auto &stream : all) CHECK(cudaStreamSynchronize(stream));
            for (auto &stream : all) CHECK(cudaStreamDestroy(stream));
        }));
}

static void events(long count) {
    std::vector<cudaEvent_t> all(count);
    say("events", count, each(count, [&] {
            for (auto &event : all) CHECK(cudaEventCreate(&event));
            for (auto &event : all) CHECK(cudaEventRecord(event));
            for (auto &event : all) CHECK(cudaEventSynchronize(event));
            float gap;
            for (auto &event : all) CHECK(cudaEventElapsedTime(&gap, all[0], event));
            for (auto &event : all) CHECK(cudaEventDestroy(event));
        }));
}

static void add(cudaGraph_t graph, cudaGraphNode_t *node, const cudaGraphNode_t *before, size_t count) {
    static Block<64> block;
    static int *nowhere;
    static void *values[] = {&block, &nowhere};
    cudaKernelNodeParams params{};
    params.func = reinterpret_cast<void *>(takes<64>);
    params.gridDim = params.blockDim = dim3(1);
    params.kernelParams = values;
    CHECK(cudaGraphAddKernelNode(node, graph, before, count, &params));
}

static void run(cudaGraph_t graph) {
    cudaGraphExec_t runnable;
    CHECK(cudaGraphInstantiate(&runnable, graph, 0));
    CHECK(cudaGraphLaunch(runnable, nullptr));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaGraphExecDestroy(runnable));
    CHECK(cudaGraphDestroy(graph));
}

// Each of two nodes, and all alive at once.
static void graphs(long count) {
    std::vector<cudaGraph_t> all(count);
    say("graphs", count, each(count, [&] {
            for (auto &graph : all) {
                CHECK(cudaGraphCreate(&graph, 0));
                cudaGraphNode_t first, second;
                add(graph, &first, nullptr, 0);
                add(graph, &second, &first, 1);
            }
            for (auto &graph : all) run(graph);
        }));
}

// One graph: a chain, or nodes between a first and a last one.
static void nodes(long count, bool fan) {
    say(fan ? "fan-of-nodes" : "chain-of-nodes", count, each(count, [&] {
            cudaGraph_t graph;
            CHECK(cudaGraphCreate(&graph, 0));
            std::vector<cudaGraphNode_t> all(count);
            for (long i = 0; i < count; i++) add(graph, &all[i], i == 0 ? nullptr : &all[fan ? 0 : i - 1], i > 0);
            cudaGraphNode_t last;
            add(graph, &last, all.data(), fan ? count : 0);
            run(graph);
        }));
}

int main() {
    const char *text = getenv("BENCH_MILLIONS");
    CHECK(cudaFree(nullptr));
    arguments<8>(), arguments<64>(), arguments<512>(), arguments<4000>();
    blocks(16), blocks(256);
    row(text ? atol(text) : 5);
    for (long count : {2500, 10000}) streams(count), events(count), graphs(count), nodes(count, false);
    for (long count : {250, 1000}) nodes(count, true);
}
