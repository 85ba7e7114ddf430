// A wave on a string: managed memory, a graph captured from a stream, constants set from the host.

#include "waves.cuh"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

#define CHECK(call) check((call), #call, __LINE__)

static void check(cudaError_t error, const char *call, int line) {
    if (error == cudaSuccess) return;
    std::printf("line %d: %s: %s\n", line, call, cudaGetErrorString(error));
    std::exit(1);
}

__managed__ int steps_done = 0;

__global__ void count_step() { steps_done++; }

static void place(float *p, size_t bytes, int device) {
#if CUDART_VERSION >= 13000
    cudaMemLocation location = {};
    location.type = cudaMemLocationTypeDevice;
    location.id = device;
    cudaMemAdvise(p, bytes, cudaMemAdviseSetPreferredLocation, location);
    cudaMemPrefetchAsync(p, bytes, location, 0, 0);
#else
    cudaMemAdvise(p, bytes, cudaMemAdviseSetPreferredLocation, device);
    cudaMemPrefetchAsync(p, bytes, device);
#endif
    // Machines that cannot move pages say so; it is only advice.
    cudaGetLastError();
}

int main() {
    const float host_coefficients[RADIUS + 1] = {-2.847222f, 1.6f, -0.2f, 0.025397f, -0.001786f};
    const int count = 4000, steps = 60;
    const float factor = 0.2f;
    CHECK(cudaMemcpyToSymbol(coefficients, host_coefficients, sizeof(host_coefficients), 0, cudaMemcpyHostToDevice));

    float *managed;
    CHECK(cudaMallocManaged(&managed, 3 * count * sizeof(float), cudaMemAttachGlobal));
    Line line = {managed, managed + count, managed + 2 * count, count};
    std::vector<float> now(count), before(count), next(count);
    for (int i = 0; i < count; i++) {
        now[i] = std::exp(-0.001f * (i - count / 2) * (i - count / 2));
        before[i] = line.now[i] = line.before[i] = now[i];
        line.next[i] = 0;
    }
    int device = 0;
    CHECK(cudaGetDevice(&device));
    place(managed, 3 * count * sizeof(float), device);

    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    // Three steps bring the three lines back to where they were.
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 0; i < 3; i++) {
        const int threads = 128, shared = (threads + 2 * RADIUS) * sizeof(float);
        step_wave<<<(count + threads - 1) / threads, threads, shared, stream>>>(line, factor);
        count_step<<<1, 1, 0, stream>>>();
        const Line rotated = {line.next, line.now, line.before, count};
        line = rotated;
    }
    CHECK(cudaStreamEndCapture(stream, &graph));
    size_t nodes = 0;
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
#if CUDART_VERSION >= 12000
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
#else
    CHECK(cudaGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
#endif
    for (int i = 0; i < steps / 3; i++) CHECK(cudaGraphLaunch(executable, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));

    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < count; i++) {
            const auto value = [&](int at) { return at >= 0 && at < count ? now[at] : 0.0f; };
            float second = host_coefficients[0] * now[i];
            for (int r = 1; r <= RADIUS; r++) second += host_coefficients[r] * (value(i - r) + value(i + r));
            next[i] = 2 * now[i] - before[i] + factor * second;
        }
        before.swap(now);
        now.swap(next);
    }
    float worst = 0;
    for (int i = 0; i < count; i++) worst = std::max(worst, std::fabs(line.now[i] - now[i]));
    unsigned long long points = 0;
    CHECK(cudaMemcpyFromSymbol(&points, computed, sizeof(points)));
    void *address = nullptr;
    size_t size = 0;
    CHECK(cudaGetSymbolAddress(&address, computed));
    CHECK(cudaGetSymbolSize(&size, coefficients));
    CHECK(cudaFree(managed));

    const bool good = worst < 1e-3f && nodes == 6 && steps_done == steps && points == (unsigned long long)steps * count &&
                      address && size == sizeof(host_coefficients);
    std::printf("stencil: %d steps, worst difference %g: %s\n", steps_done, worst, good ? "PASS" : "FAIL");
    return !good;
}
