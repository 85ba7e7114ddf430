// Host threads launch at once from the start, on the null stream, on streams of their own and on the stream of each thread.
// run: wave-any
#include "../check.h"

#include <thread>

__device__ unsigned total;

__global__ void mine(unsigned *v, unsigned by) {
    v[threadIdx.x] += by;
    if (threadIdx.x == 0) atomicAdd(&total, 1u);
}

static void work(unsigned number, int *wrong) {
    Verdict verdict("host-threads");
    cudaStream_t stream = nullptr;
    if (number % 3 == 1) CHECK(cudaStreamCreate(&stream));
    if (number % 3 == 2) stream = cudaStreamPerThread;
    unsigned *v;
    CHECK(cudaMalloc(reinterpret_cast<void **>(&v), 64 * sizeof(unsigned)));
    CHECK(cudaMemsetAsync(v, 0, 64 * sizeof(unsigned), stream));
    for (int i = 0; i < 200; i++) mine<<<1, 64, 0, stream>>>(v, number);
    std::vector<unsigned> got(64);
    CHECK(cudaMemcpyAsync(got.data(), v, 64 * sizeof(unsigned), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    verdict.same("sums", got, std::vector<unsigned>(64, 200 * number));
    // An error is the thread's own.
    mine<<<1, 4096>>>(v, 1);
    verdict.holds("the thread's error", cudaPeekAtLastError() != cudaSuccess);
    CHECK(cudaFree(v));
    *wrong = verdict.wrong;
}

int main() {
    Verdict verdict("host-threads");
    const unsigned count = 16;
    std::vector<std::thread> threads;
    int wrong[count];
    for (unsigned i = 0; i < count; i++) threads.emplace_back(work, i, &wrong[i]);
    for (auto &thread : threads) thread.join();
    for (const int each : wrong) verdict.wrong += each;
    verdict.holds("no error in this thread", cudaGetLastError() == cudaSuccess);
    unsigned launches = 0;
    CHECK(cudaMemcpyFromSymbol(&launches, total, sizeof(launches)));
    verdict.same("launches", launches, count * 200);
    return verdict.end();
}
