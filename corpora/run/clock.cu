// Clocks in kernels never go back, and a loop that waits for time ends.
// run: wave-any
#include "check.h"

__global__ void measure(long long *spent, unsigned *value) {
    const long long start = clock64();
    unsigned v = threadIdx.x;
    for (int i = 0; i < 1000; i++) v = v * 1664525u + 1013904223u;
    value[threadIdx.x] = v;
    spent[threadIdx.x] = clock64() - start;
}

__global__ void wait(long long ticks, int *done) {
    const long long start = clock64();
    while (clock64() - start < ticks) {}
    const clock_t short_clock = clock();
    done[threadIdx.x] = 1 + 0 * static_cast<int>(short_clock);
}

int main() {
    Verdict verdict("clock");
    Array<long long> spent(64);
    Array<unsigned> value(64);
    Array<int> done(64);
    measure<<<1, 64>>>(spent.p, value.p);
    for (const long long ticks : spent.host()) verdict.holds("time goes on", ticks >= 0);
    wait<<<1, 64>>>(10000, done.p);
    verdict.same("done", done.host(), std::vector<int>(64, 1));
    return verdict.end();
}
