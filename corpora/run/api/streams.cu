// Streams: their flags and priorities, order within one, waits between two, functions of the host in them.
// run: wave-any
#include "case.h"

#include <cuda_runtime.h>

#include <atomic>
#include <chrono>
#include <thread>

__global__ void add(int *v, int by) { v[threadIdx.x] += by; }
__global__ void times(int *v, int by) { v[threadIdx.x] *= by; }

// A function of the host that keeps its stream busy until it is let go.
struct Gate {
    std::atomic<bool> open{false}, reached{false};
    static void CUDART_CB wait(void *gate) {
        static_cast<Gate *>(gate)->reached = true;
        while (!static_cast<Gate *>(gate)->open) std::this_thread::yield();
    }
};

static void creation() {
    cudaStream_t stream, busy_free, urgent;
    unsigned flags = 99;
    int priority = 99, least = 0, greatest = 0;
    GIVES("Stream", "hipStreamCreate makes a stream", cudaStreamCreate(&stream), cudaSuccess);
    GIVES("Stream", "hipStreamCreate into no variable: hipErrorInvalidValue", cudaStreamCreate(nullptr), cudaErrorInvalidValue);
    NEED(cudaStreamGetFlags(stream, &flags));
    CASE("Stream", "hipStreamGetFlags of a stream of hipStreamCreate gives hipStreamDefault", flags == cudaStreamDefault);
    GIVES("Stream", "hipStreamCreateWithFlags takes hipStreamNonBlocking", cudaStreamCreateWithFlags(&busy_free, cudaStreamNonBlocking),
          cudaSuccess);
    NEED(cudaStreamGetFlags(busy_free, &flags));
    CASE("Stream", "hipStreamGetFlags gives hipStreamNonBlocking of a stream that has it", flags == cudaStreamNonBlocking);
    GIVES("Stream", "hipStreamCreateWithFlags refuses flags that are none: hipErrorInvalidValue",
          cudaStreamCreateWithFlags(&urgent, 99), cudaErrorInvalidValue);
    GIVES("Stream", "hipStreamGetFlags into no variable: hipErrorInvalidValue", cudaStreamGetFlags(stream, nullptr), cudaErrorInvalidValue);
    NEED(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    GIVES("Stream", "hipStreamCreateWithPriority makes a stream", cudaStreamCreateWithPriority(&urgent, cudaStreamDefault, greatest),
          cudaSuccess);
    NEED(cudaStreamGetPriority(urgent, &priority));
    CASE("Stream", "hipStreamGetPriority gives the priority that was asked for", priority == greatest);
    NEED(cudaStreamDestroy(urgent));
    NEED(cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, greatest - 100));
    NEED(cudaStreamGetPriority(urgent, &priority));
    CASE("Stream", "hipStreamCreateWithPriority brings a priority beyond the range into it", priority == greatest);
    NEED(cudaStreamGetFlags(urgent, &flags));
    CASE("Stream", "hipStreamCreateWithPriority keeps the flags", flags == cudaStreamNonBlocking);
    GIVES("Stream", "hipStreamGetPriority into no variable: hipErrorInvalidValue", cudaStreamGetPriority(urgent, nullptr),
          cudaErrorInvalidValue);
    NEED(cudaStreamGetPriority(stream, &priority));
    CASE("Stream", "hipStreamGetPriority of a stream of hipStreamCreate gives 0", priority == 0);
    NEED(cudaStreamGetPriority(nullptr, &priority));
    CASE("Stream", "hipStreamGetPriority of the null stream gives 0", priority == 0);
    GIVES("Stream", "hipStreamGetFlags of the null stream: hipErrorInvalidValue (CUDA gives its flags)", cudaStreamGetFlags(nullptr, &flags),
          HIP_OR_CUDA(cudaErrorInvalidValue, cudaSuccess));
    GIVES("Stream", "hipStreamDestroy succeeds", cudaStreamDestroy(stream), cudaSuccess);
    GIVES("Stream", "hipStreamDestroy of the null stream: hipErrorInvalidResourceHandle", cudaStreamDestroy(nullptr),
          cudaErrorInvalidResourceHandle);
    NEED(cudaStreamDestroy(busy_free));
    NEED(cudaStreamDestroy(urgent));
}

static void order() {
    int *device, *host;
    NEED(cudaMalloc(&device, 32 * sizeof(int)));
    NEED(cudaMallocHost(&host, 32 * sizeof(int)));
    cudaStream_t stream, other;
    NEED(cudaStreamCreate(&stream));
    NEED(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    NEED(cudaMemsetAsync(device, 0, 32 * sizeof(int), stream));
    add<<<1, 32, 0, stream>>>(device, 3);
    times<<<1, 32, 0, stream>>>(device, 5);
    add<<<1, 32, 0, stream>>>(device, 1);
    NEED(cudaMemcpyAsync(host, device, 32 * sizeof(int), cudaMemcpyDeviceToHost, stream));
    GIVES("Stream", "hipStreamSynchronize succeeds", cudaStreamSynchronize(stream), cudaSuccess);
    CASE("Stream", "hipStreamSynchronize: work of a stream is done in the order of its calls", host[0] == 16 && host[31] == 16);
    GIVES("Stream", "hipStreamQuery of a stream without work: hipSuccess", cudaStreamQuery(stream), cudaSuccess);
    Gate gate;
    GIVES("Clang", "hipLaunchHostFunc succeeds", cudaLaunchHostFunc(other, Gate::wait, &gate), cudaSuccess);
    GIVES("Stream", "hipStreamQuery of a stream that works: hipErrorNotReady", cudaStreamQuery(other), cudaErrorNotReady);
    GIVES("Stream", "hipStreamQuery of a second stream is not about the first", cudaStreamQuery(stream), cudaSuccess);
    add<<<1, 32, 0, stream>>>(device, 1);
    NEED(cudaStreamSynchronize(stream));
    CASE("Stream", "hipStreamSynchronize returns while another stream works", !gate.open);
    add<<<1, 32>>>(device, 1);
    NEED(cudaStreamSynchronize(nullptr));
    CASE("Stream", "hipStreamSynchronize of the null stream does not wait for streams with hipStreamNonBlocking", !gate.open);
    cudaEvent_t done;
    NEED(cudaEventCreate(&done));
    NEED(cudaEventRecord(done, other));
    GIVES("Stream", "hipStreamWaitEvent succeeds", cudaStreamWaitEvent(stream, done, 0), cudaSuccess);
    times<<<1, 32, 0, stream>>>(device, 2);
    GIVES("Stream", "hipStreamWaitEvent keeps what comes after it until the event", cudaStreamQuery(stream), cudaErrorNotReady);
    gate.open = true;
    NEED(cudaStreamSynchronize(stream));
    GIVES("Stream", "hipStreamWaitEvent: the event is done when the stream is", cudaEventQuery(done), cudaSuccess);
    NEED(cudaMemcpy(host, device, 32 * sizeof(int), cudaMemcpyDeviceToHost));
    CASE("Stream", "hipStreamWaitEvent: what waited is done afterwards", host[7] == 36);
    NEED(cudaEventDestroy(done));
    NEED(cudaEventCreate(&done));
    GIVES("Stream", "hipStreamWaitEvent of an event that was never recorded waits for nothing", cudaStreamWaitEvent(stream, done, 0),
          cudaSuccess);
    NEED(cudaStreamSynchronize(stream));
    GIVES("Stream", "hipStreamWaitEvent without an event: hipErrorInvalidResourceHandle", cudaStreamWaitEvent(stream, nullptr, 0),
          cudaErrorInvalidResourceHandle);
    NEED(cudaEventDestroy(done));
    NEED(cudaStreamDestroy(stream));
    NEED(cudaStreamDestroy(other));
    NEED(cudaFree(device));
    NEED(cudaFreeHost(host));
}

static void null_stream() {
    int *device, host = 0;
    NEED(cudaMalloc(&device, 32 * sizeof(int)));
    NEED(cudaMemset(device, 0, 32 * sizeof(int)));
    cudaStream_t first, second;
    NEED(cudaStreamCreate(&first));
    NEED(cudaStreamCreate(&second));
    Gate gate;
    NEED(cudaLaunchHostFunc(first, Gate::wait, &gate));
    add<<<1, 32, 0, first>>>(device, 2);
    times<<<1, 32>>>(device, 10);
    add<<<1, 32, 0, second>>>(device, 1);
    GIVES("Stream", "hipStreamQuery of the null stream: hipErrorNotReady while a blocking stream works", cudaStreamQuery(nullptr),
          cudaErrorNotReady);
    gate.open = true;
    NEED(cudaStreamSynchronize(second));
    NEED(cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost));
    CASE("Stream", "hipStreamCreate: work of the null stream comes after blocking streams and before their later work", host == 21);
    NEED(cudaStreamDestroy(first));
    NEED(cudaStreamDestroy(second));
    NEED(cudaFree(device));
}

struct Called {
    int times = 0;
    cudaStream_t stream = nullptr;
    cudaError_t status = cudaErrorUnknown;
    int seen = 0;
    const int *watched = nullptr;
};

static void CUDART_CB called(cudaStream_t stream, cudaError_t status, void *data) {
    auto *all = static_cast<Called *>(data);
    all->times++, all->stream = stream, all->status = status;
    if (all->watched) all->seen = *all->watched;
}

static void CUDART_CB append(void *text) {
    auto *all = static_cast<std::vector<int> *>(text);
    all->push_back(static_cast<int>(all->size()));
}

static void callbacks() {
    cudaStream_t stream;
    NEED(cudaStreamCreate(&stream));
    int *managed;
    NEED(cudaMallocManaged(&managed, 32 * sizeof(int)));
    std::memset(managed, 0, 32 * sizeof(int));
    Called all;
    all.watched = managed;
    add<<<1, 32, 0, stream>>>(managed, 9);
    GIVES("Stream", "hipStreamAddCallback succeeds", cudaStreamAddCallback(stream, called, &all, 0), cudaSuccess);
    NEED(cudaStreamSynchronize(stream));
    CASE("Stream", "hipStreamAddCallback calls once", all.times == 1);
    CASE("Stream", "hipStreamAddCallback passes its stream", all.stream == stream);
    CASE("Stream", "hipStreamAddCallback passes hipSuccess where all went well", all.status == cudaSuccess);
    CASE("Stream", "hipStreamAddCallback calls after the work before it", all.seen == 9);
    GIVES("Stream", "hipStreamAddCallback refuses flags: hipErrorInvalidValue", cudaStreamAddCallback(stream, called, &all, 1),
          cudaErrorInvalidValue);
    GIVES("Stream", "hipStreamAddCallback without a function: hipErrorInvalidValue", cudaStreamAddCallback(stream, nullptr, &all, 0),
          cudaErrorInvalidValue);
    std::vector<int> calls;
    for (int i = 0; i < 4; i++) NEED(cudaLaunchHostFunc(stream, append, &calls));
    NEED(cudaStreamSynchronize(stream));
    CASE("Clang", "hipLaunchHostFunc calls each function once and in order", calls == (std::vector<int>{0, 1, 2, 3}));
    GIVES("Clang", "hipLaunchHostFunc without a function: hipErrorInvalidValue", cudaLaunchHostFunc(stream, nullptr, nullptr),
          cudaErrorInvalidValue);
    Gate gate;
    NEED(cudaLaunchHostFunc(stream, Gate::wait, &gate));
    add<<<1, 32, 0, stream>>>(managed, 1);
    while (!gate.reached) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    CASE("Clang", "hipLaunchHostFunc keeps later work of its stream back until it returns", cudaStreamQuery(stream) == cudaErrorNotReady);
    gate.open = true;
    NEED(cudaStreamSynchronize(stream));
    CASE("Clang", "hipLaunchHostFunc lets later work go on once it returns", managed[0] == 10);
    // Destroyed while it works: what it was given is done all the same.
    Gate last;
    NEED(cudaLaunchHostFunc(stream, Gate::wait, &last));
    add<<<1, 32, 0, stream>>>(managed, 5);
    last.open = true;
    NEED(cudaStreamDestroy(stream)); // hipify-check: allow(api/destroyed-in-use) this is what the statement is about
    NEED(cudaDeviceSynchronize());
    CASE("Stream", "hipStreamDestroy does not lose the work that the stream has", managed[0] == 15);
    NEED(cudaFree(managed));
}

int main() {
    creation();
    order();
    null_stream();
    callbacks();
    return end_of_cases("streams");
}
