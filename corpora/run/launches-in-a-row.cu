// Launches that take next to nothing, of one block and of several, one after the other and in many streams, with the host waiting for them or
// only asking whether they are done; and a kernel that suddenly has much to do.
// run: wave-any
#include "check.h"

#include <chrono>
#include <thread>

constexpr int block = 64, n = block * 24, streams = 8;

// What comes before matters.
__global__ void step(unsigned *v, int count, unsigned add, int rounds) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    unsigned value = v[i];
    for (int k = 0; k < rounds; k++) value = value * 3 + add;
    v[i] = value;
}

void step_on_host(std::vector<unsigned> &v, int count, unsigned add, int rounds) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < rounds; k++) v[i] = v[i] * 3 + add;
}

struct Row {
    unsigned *device;
    std::vector<unsigned> want = std::vector<unsigned>(n, 1);
    cudaStream_t stream = nullptr;

    Row() {
        CHECK(cudaMalloc(&device, n * sizeof(unsigned)));
        CHECK(cudaMemcpy(device, want.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
    }

    void launch(int count, unsigned add, int rounds = 1) {
        step<<<blocks(count, block), block, 0, stream>>>(device, count, add, rounds);
        step_on_host(want, count, add, rounds);
    }

    std::vector<unsigned> got() {
        std::vector<unsigned> values(n);
        CHECK(cudaMemcpy(values.data(), device, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
        return values;
    }
};

int main() {
    Verdict verdict("launches-in-a-row");
    Row row;
    for (int i = 0; i < 3000; i++) row.launch(i % 3 ? block : n, i);
    verdict.same("one block and all in turn", row.got(), row.want);

    for (int i = 0; i < 20; i++) {
        for (int k = 0; k < 20; k++) row.launch(n, k);
        row.launch(n, i, 20000);
        row.launch(block, i, 3);
    }
    verdict.same("a kernel that has more to do now and then", row.got(), row.want);

    std::vector<Row> rows(streams);
    for (Row &one : rows) CHECK(cudaStreamCreateWithFlags(&one.stream, cudaStreamNonBlocking));
    for (int i = 0; i < 300; i++)
        for (int s = 0; s < streams; s++) rows[s].launch((i + s) % 5 ? block : n, i + s, s == 3 ? 50 : 1);
    for (Row &one : rows) CHECK(cudaStreamSynchronize(one.stream));
    for (Row &one : rows) verdict.same("streams side by side", one.got(), one.want);

    // Nobody helps: all are to be taken up by others, who have gone to sleep meanwhile.
    for (int i = 0; i < 30; i++) {
        std::this_thread::sleep_for(std::chrono::microseconds(i % 3 * 100));
        for (int s = 0; s <= i % streams; s++) rows[s].launch((i + s) % 4 ? block : n, i);
        for (Row &one : rows)
            while (cudaStreamQuery(one.stream) == cudaErrorNotReady) std::this_thread::yield();
    }
    for (Row &one : rows) verdict.same("without waiting", one.got(), one.want);
    for (Row &one : rows) {
        CHECK(cudaStreamDestroy(one.stream));
        CHECK(cudaFree(one.device));
    }
    CHECK(cudaFree(row.device));
    return verdict.end();
}
