// Events: made, recorded, waited for, the time between two.
// run: wave-any
#include "case.h"

#include <cuda_runtime.h>

#include <atomic>
#include <chrono>
#include <thread>

__global__ void add(int *v, int by) { v[threadIdx.x] += by; }

struct Gate {
    std::atomic<bool> open{false};
    static void CUDART_CB wait(void *gate) {
        while (!static_cast<Gate *>(gate)->open) std::this_thread::yield();
    }
};

static void CUDART_CB sleep(void *) { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }

static void creation() {
    cudaEvent_t event;
    GIVES("Event", "hipEventCreate makes an event", cudaEventCreate(&event), cudaSuccess);
    GIVES("Event", "hipEventCreate into no variable: hipErrorInvalidValue", cudaEventCreate(nullptr), cudaErrorInvalidValue);
    GIVES("Event", "hipEventDestroy succeeds", cudaEventDestroy(event), cudaSuccess);
    GIVES("Event", "hipEventDestroy of no event: hipErrorInvalidResourceHandle", cudaEventDestroy(nullptr), cudaErrorInvalidResourceHandle);
    GIVES("Event", "hipEventCreateWithFlags takes hipEventBlockingSync", cudaEventCreateWithFlags(&event, cudaEventBlockingSync),
          cudaSuccess);
    NEED(cudaEventDestroy(event));
    GIVES("Event", "hipEventCreateWithFlags takes hipEventDisableTiming", cudaEventCreateWithFlags(&event, cudaEventDisableTiming),
          cudaSuccess);
    NEED(cudaEventDestroy(event));
    GIVES("Event", "hipEventCreateWithFlags refuses flags that are none: hipErrorInvalidValue", cudaEventCreateWithFlags(&event, 0x1000),
          cudaErrorInvalidValue);
    GIVES("Event", "hipEventCreateWithFlags refuses hipEventInterprocess with timing: hipErrorInvalidValue",
          cudaEventCreateWithFlags(&event, cudaEventInterprocess), cudaErrorInvalidValue);
}

static void states(cudaStream_t stream) {
    cudaEvent_t event;
    NEED(cudaEventCreate(&event));
    GIVES("Event", "hipEventQuery of an event that was never recorded: hipSuccess", cudaEventQuery(event), cudaSuccess);
    GIVES("Event", "hipEventSynchronize of an event that was never recorded: hipSuccess", cudaEventSynchronize(event), cudaSuccess);
    Gate gate;
    NEED(cudaLaunchHostFunc(stream, Gate::wait, &gate));
    GIVES("Event", "hipEventRecord succeeds", cudaEventRecord(event, stream), cudaSuccess);
    GIVES("Event", "hipEventQuery of an event whose stream works: hipErrorNotReady", cudaEventQuery(event), cudaErrorNotReady);
    gate.open = true;
    GIVES("Event", "hipEventSynchronize waits", cudaEventSynchronize(event), cudaSuccess);
    GIVES("Event", "hipEventQuery of an event that was waited for: hipSuccess", cudaEventQuery(event), cudaSuccess);
    GIVES("Event", "hipEventRecord without an event: hipErrorInvalidResourceHandle", cudaEventRecord(nullptr, stream),
          cudaErrorInvalidResourceHandle);
    GIVES("Event", "hipEventQuery without an event: hipErrorInvalidResourceHandle", cudaEventQuery(nullptr), cudaErrorInvalidResourceHandle);
    GIVES("Event", "hipEventSynchronize without an event: hipErrorInvalidResourceHandle", cudaEventSynchronize(nullptr),
          cudaErrorInvalidResourceHandle);
    Gate second;
    NEED(cudaLaunchHostFunc(stream, Gate::wait, &second));
    NEED(cudaEventRecord(event, stream));
    GIVES("Event", "hipEventRecord again makes the event wait anew", cudaEventQuery(event), cudaErrorNotReady);
    second.open = true;
    NEED(cudaEventSynchronize(event));
    Gate third;
    NEED(cudaEventRecord(event, stream));
    NEED(cudaLaunchHostFunc(stream, Gate::wait, &third));
    GIVES("Event", "hipEventSynchronize does not wait for work after the event", cudaEventSynchronize(event), cudaSuccess);
    third.open = true;
    NEED(cudaStreamSynchronize(stream));
    Gate fourth;
    NEED(cudaLaunchHostFunc(stream, Gate::wait, &fourth));
    NEED(cudaEventRecord(event, stream));
    GIVES("Event", "hipEventDestroy of an event that is not done succeeds at once", cudaEventDestroy(event), cudaSuccess);
    fourth.open = true;
    NEED(cudaStreamSynchronize(stream));
}

static void results(cudaStream_t stream) {
    int *managed;
    NEED(cudaMallocManaged(&managed, 32 * sizeof(int)));
    std::memset(managed, 0, 32 * sizeof(int));
    cudaEvent_t event;
    NEED(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    add<<<1, 32, 0, stream>>>(managed, 7);
    NEED(cudaEventRecord(event, stream));
    NEED(cudaEventSynchronize(event));
    CASE("Event", "hipEventSynchronize: what came before the event is done and seen by the host", managed[31] == 7);
    add<<<1, 32>>>(managed, 1);
    GIVES("Event", "hipEventRecord takes the null stream", cudaEventRecord(event), cudaSuccess);
    NEED(cudaEventSynchronize(event));
    CASE("Event", "hipEventRecord in the null stream comes after its work", managed[0] == 8);
    GIVES("Event", "hipEventRecordWithFlags takes the flags 0", cudaEventRecordWithFlags(event, stream, 0), cudaSuccess);
    GIVES("Event", "hipEventRecordWithFlags refuses flags that are none: hipErrorInvalidValue", cudaEventRecordWithFlags(event, stream, 99),
          cudaErrorInvalidValue);
    NEED(cudaStreamSynchronize(stream));
    NEED(cudaEventDestroy(event));
    NEED(cudaFree(managed));
}

static void times(cudaStream_t stream) {
    cudaEvent_t start, stop, untimed, fresh;
    NEED(cudaEventCreate(&start));
    NEED(cudaEventCreate(&stop));
    NEED(cudaEventCreate(&fresh));
    NEED(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    float milliseconds = -1, back = 0;
    NEED(cudaEventRecord(start, stream));
    NEED(cudaLaunchHostFunc(stream, sleep, nullptr));
    NEED(cudaEventRecord(stop, stream));
    NEED(cudaEventRecord(untimed, stream));
    NEED(cudaStreamSynchronize(stream));
    GIVES("Event", "hipEventElapsedTime succeeds", cudaEventElapsedTime(&milliseconds, start, stop), cudaSuccess);
    CASE("Event", "hipEventElapsedTime gives milliseconds", milliseconds >= 19 && milliseconds < 20000);
    NEED(cudaEventElapsedTime(&back, stop, start));
    CASE("Event", "hipEventElapsedTime from the later event to the earlier is negative", back < 0);
    NEED(cudaEventElapsedTime(&milliseconds, start, start));
    CASE("Event", "hipEventElapsedTime from an event to itself is 0", milliseconds == 0);
    GIVES("Event", "hipEventElapsedTime into no variable: hipErrorInvalidValue", cudaEventElapsedTime(nullptr, start, stop),
          cudaErrorInvalidValue);
    GIVES("Event", "hipEventElapsedTime of no event: hipErrorInvalidResourceHandle", cudaEventElapsedTime(&milliseconds, nullptr, stop),
          cudaErrorInvalidResourceHandle);
    GIVES("Event", "hipEventElapsedTime of an event that was never recorded: hipErrorInvalidResourceHandle",
          cudaEventElapsedTime(&milliseconds, start, fresh), cudaErrorInvalidResourceHandle);
    GIVES("Event", "hipEventElapsedTime of an event without timing: hipErrorInvalidResourceHandle",
          cudaEventElapsedTime(&milliseconds, start, untimed), cudaErrorInvalidResourceHandle);
    Gate gate;
    NEED(cudaLaunchHostFunc(stream, Gate::wait, &gate));
    NEED(cudaEventRecord(stop, stream));
    GIVES("Event", "hipEventElapsedTime of an event that is not done: hipErrorNotReady", cudaEventElapsedTime(&milliseconds, start, stop),
          cudaErrorNotReady);
    gate.open = true;
    NEED(cudaStreamSynchronize(stream));
    NEED(cudaEventElapsedTime(&milliseconds, start, stop));
    CASE("Event", "hipEventElapsedTime is that of the latest record", milliseconds >= 19);
    for (auto event : {start, stop, untimed, fresh}) NEED(cudaEventDestroy(event));
}

int main() {
    cudaStream_t stream;
    NEED(cudaStreamCreate(&stream));
    creation();
    states(stream);
    results(stream);
    times(stream);
    NEED(cudaStreamDestroy(stream));
    return end_of_cases("events");
}
