// Events: order between streams, elapsed time that is never negative and grows with work, queries.
// run: wave-any
#include "check.h"

__global__ void spin(unsigned *out, int rounds) {
    unsigned v = threadIdx.x + 1;
    for (int i = 0; i < rounds; i++) v = v * 1664525u + 1013904223u;
    out[threadIdx.x] = v;
}

__global__ void copy(const unsigned *from, unsigned *to) { to[threadIdx.x] = from[threadIdx.x] + 1; }

int main() {
    Verdict verdict("events");
    const int rounds = 300000;
    Array<unsigned> a(32), b(32);
    cudaStream_t first, second;
    CHECK(cudaStreamCreate(&first));
    CHECK(cudaStreamCreate(&second));
    cudaEvent_t start, stop, untimed;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));

    CHECK(cudaEventRecord(start, first));
    spin<<<1, 32, 0, first>>>(a.p, rounds);
    CHECK(cudaEventRecord(untimed, first));
    CHECK(cudaEventRecord(stop, first));
    CHECK(cudaStreamWaitEvent(second, untimed, 0));
    copy<<<1, 32, 0, second>>>(a.p, b.p);
    CHECK(cudaEventSynchronize(stop));
    verdict.holds("an event that was waited for is done", cudaEventQuery(stop) == cudaSuccess);
    float milliseconds = -1, none = -1;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    CHECK(cudaEventElapsedTime(&none, start, start));
    verdict.holds("work takes time", milliseconds > 0 && milliseconds < 60000);
    verdict.holds("nothing takes none", none == 0);
    verdict.holds("an event without timing has no time", cudaEventElapsedTime(&none, start, untimed) != cudaSuccess);
    (void)cudaGetLastError();

    CHECK(cudaStreamSynchronize(second));
    std::vector<unsigned> want(32);
    for (unsigned i = 0; i < 32; i++) {
        unsigned v = i + 1;
        for (int k = 0; k < rounds; k++) v = v * 1664525u + 1013904223u;
        want[i] = v + 1;
    }
    verdict.same("the second stream waited", b.host(), want);
    for (auto event : {start, stop, untimed}) CHECK(cudaEventDestroy(event));
    CHECK(cudaStreamDestroy(first));
    CHECK(cudaStreamDestroy(second));
    return verdict.end();
}
