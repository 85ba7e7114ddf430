// A host function that a stream calls may not wait for the stream: another thread that does so is not done while the function runs.
// run: wave-any
#include "check.h"

#include <atomic>
#include <chrono>
#include <thread>

struct Wait {
    cudaStream_t stream;
    std::thread thread;
    std::atomic<bool> returned{false};
    bool early = false;
    int order = 0;
};

__global__ void set(int *p) { *p = 7; }

static void CUDART_CB callback(void *data) {
    Wait *wait = static_cast<Wait *>(data);
    // What the callback itself would do by cudaStreamSynchronize, and never come back from.
    wait->thread = std::thread([wait] {
        CHECK(cudaStreamSynchronize(wait->stream));
        wait->returned = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    wait->early = wait->returned;
    wait->order = 1;
}

int main() {
    Verdict verdict("callback-waits");
    Wait wait;
    CHECK(cudaStreamCreate(&wait.stream));
    Array<int> value(1);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaLaunchHostFunc(wait.stream, callback, &wait));
    set<<<1, 1, 0, wait.stream>>>(value.p);
    CHECK(cudaStreamSynchronize(wait.stream));
    wait.thread.join();
    verdict.same("early, returned, order", std::vector<int>{wait.early, wait.returned, wait.order}, std::vector<int>{0, 1, 1});
    verdict.same("value", value.host(), std::vector<int>{7});
    CHECK(cudaStreamDestroy(wait.stream));
    return verdict.end();
}
