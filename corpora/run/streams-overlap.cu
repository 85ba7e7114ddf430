// A vector in four parts, each copied, worked on and copied back in a stream of its own, from pinned memory.
// run: wave-any
#include "check.h"

constexpr int parts = 4, part = 20000;

__global__ void scale(float *v, int n, float by) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] *= by;
}

int main() {
    Verdict verdict("streams-overlap");
    float *host;
    CHECK(cudaMallocHost(&host, parts * part * sizeof(float)));
    const auto start = random_reals(parts * part);
    for (int i = 0; i < parts * part; i++) host[i] = start[i];
    float *device;
    CHECK(cudaMalloc(&device, parts * part * sizeof(float)));

    cudaStream_t streams[parts];
    int least, greatest;
    CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    for (int i = 0; i < parts; i++) {
        if (i % 2) CHECK(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
        else CHECK(cudaStreamCreateWithPriority(&streams[i], cudaStreamNonBlocking, greatest));
    }
    for (int i = 0; i < parts; i++) {
        const size_t at = i * part, bytes = part * sizeof(float);
        CHECK(cudaMemcpyAsync(device + at, host + at, bytes, cudaMemcpyHostToDevice, streams[i]));
        scale<<<blocks(part, 128), 128, 0, streams[i]>>>(device + at, part, i + 2.0f);
        CHECK(cudaMemcpyAsync(host + at, device + at, bytes, cudaMemcpyDeviceToHost, streams[i]));
    }
    for (auto stream : streams) CHECK(cudaStreamSynchronize(stream));
    std::vector<float> want(start), got(host, host + parts * part);
    for (int i = 0; i < parts * part; i++) want[i] *= i / part + 2.0f;
    verdict.same("scaled", got, want);
    for (auto stream : streams) {
        verdict.holds("a stream that was waited for is idle", cudaStreamQuery(stream) == cudaSuccess);
        CHECK(cudaStreamDestroy(stream));
    }
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(host));
    return verdict.end();
}
