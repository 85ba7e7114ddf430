// Host functions and callbacks in streams run after what stands before them, in order.
// run: wave-any
#include "check.h"

struct Log {
    std::vector<int> seen;
    const int *watched;
};

__global__ void set(int *v, int to) { *v = to; }

static void CUDART_CB note(void *data) {
    Log *log = static_cast<Log *>(data);
    log->seen.push_back(*log->watched);
}

static void CUDART_CB called_back(cudaStream_t, cudaError_t status, void *data) {
    note(data);
    if (status != cudaSuccess) static_cast<Log *>(data)->seen.push_back(-1);
}

int main() {
    Verdict verdict("host-callbacks");
    int *value;
    CHECK(cudaHostAlloc(reinterpret_cast<void **>(&value), sizeof(int), cudaHostAllocMapped));
    int *device = nullptr;
    CHECK(cudaHostGetDevicePointer(reinterpret_cast<void **>(&device), value, 0));
    *value = 0;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    Log log{{}, value};
    std::vector<int> want;
    for (int i = 1; i <= 20; i++) {
        set<<<1, 1, 0, stream>>>(device, i * i);
        if (i % 2) CHECK(cudaLaunchHostFunc(stream, note, &log));
        else CHECK(cudaStreamAddCallback(stream, called_back, &log, 0));
        want.push_back(i * i);
    }
    CHECK(cudaStreamSynchronize(stream));
    verdict.same("seen", log.seen, want);
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFreeHost(value));
    return verdict.end();
}
