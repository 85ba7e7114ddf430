#include "pinned.hpp"

#include <atomic>
#include <cmath>
#include <cstdio>
#include <vector>

__global__ void transform(const float *in, float *out, int count, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float x = in[i];
    for (int round = 0; round < rounds; round++) x = 0.5f * (x + 2.0f / x);
    out[i] = x;
}

static std::atomic<int> finished{0};
static std::atomic<int> called{0};

static void CUDART_CB count_finished(cudaStream_t, cudaError_t status, void *data) {
    if (status == cudaSuccess) finished += *static_cast<int *>(data);
}
static void CUDART_CB count_called(void *data) { called += *static_cast<int *>(data); }

int main() {
    const int streams = 4, per_stream = 1 << 18, count = streams * per_stream;
    Pinned<float> in(count), out(count);
    for (int i = 0; i < count; i++) in[i] = 1.0f + float(i % 100);

    float *mallocked = nullptr, *scratch = nullptr;
    cudaMallocHost(&mallocked, 64 * sizeof(float));
    cudaMallocHost((void **)&scratch, 64 * sizeof(float), cudaHostAllocMapped);
    scratch[0] = 0;

    float *d_in, *d_out;
    cudaMalloc(&d_in, count * sizeof(float));
    cudaMalloc(&d_out, count * sizeof(float));

    int least = 0, greatest = 0;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    std::vector<cudaStream_t> stream(streams);
    std::vector<cudaEvent_t> copied(streams), done(streams);
    for (int s = 0; s < streams; s++) {
        cudaStreamCreateWithPriority(&stream[s], cudaStreamNonBlocking, s % 2 ? least : greatest);
        cudaEventCreateWithFlags(&copied[s], cudaEventDisableTiming);
        cudaEventCreate(&done[s], cudaEventBlockingSync);
    }
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);

    int one = 1;
    cudaEventRecord(start, stream[0]);
    for (int s = 0; s < streams; s++) {
        const size_t first = size_t(s) * per_stream, bytes = per_stream * sizeof(float);
        cudaMemcpyAsync(d_in + first, &in[first], bytes, cudaMemcpyHostToDevice, stream[s]);
        cudaEventRecord(copied[s], stream[s]);
        // Every stream's kernel waits for its neighbour's copy, though it needs only its own.
        cudaStreamWaitEvent(stream[s], copied[s ? s - 1 : 0], 0);
        transform<<<(per_stream + 255) / 256, 256, 0, stream[s]>>>(d_in + first, d_out + first, per_stream, 30);
        cudaMemcpyAsync(&out[first], d_out + first, bytes, cudaMemcpyDeviceToHost, stream[s]);
        cudaStreamAddCallback(stream[s], count_finished, &one, 0);
        cudaLaunchHostFunc(stream[s], count_called, &one);
        cudaEventRecord(done[s], stream[s]);
    }
    for (int s = 0; s < streams; s++) cudaStreamWaitEvent(stream[0], done[s], 0);
    cudaEventRecord(stop, stream[0]);
    while (cudaEventQuery(stop) == cudaErrorNotReady) {
    }
    cudaDeviceSynchronize();
    float milliseconds = -1;
    cudaEventElapsedTime(&milliseconds, start, stop);

    // Memory that both sides see.
    float *mapped = nullptr;
    cudaHostGetDevicePointer((void **)&mapped, scratch, 0);
    scratch[0] = 9.0f;
    transform<<<1, 1>>>(mapped, mapped, 1, 30);
    cudaStreamSynchronize(cudaStreamPerThread);

    int wrong = 0;
    for (int i = 0; i < count; i++) wrong += std::fabs(out[i] - std::sqrt(2.0f)) > 1e-5f;
    wrong += std::fabs(scratch[0] - std::sqrt(2.0f)) > 1e-5f;
    wrong += finished != streams || called != streams || milliseconds < 0;
    wrong += cudaGetLastError() != cudaSuccess;

    for (int s = 0; s < streams; s++) {
        cudaStreamDestroy(stream[s]);
        cudaEventDestroy(copied[s]);
        cudaEventDestroy(done[s]);
    }
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFreeHost(mallocked);
    cudaFreeHost(scratch);
    std::printf("overlap: %d streams in %.3f ms, %d callbacks: %s\n", streams, milliseconds, finished.load(), wrong ? "FAIL" : "PASS");
    return wrong != 0;
}
