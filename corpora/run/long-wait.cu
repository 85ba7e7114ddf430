// A loop that waits for millions of cycles ends, and the clock counts all of them: 2^20 cycles are not the end of its range.
// run: wave-any
#include "check.h"

__global__ void wait(long long cycles, long long *waited) {
    const long long start = clock64();
    long long now = start;
    while (now - start < cycles) now = clock64();
    waited[threadIdx.x] = now - start;
}

int main() {
    Verdict verdict("long-wait");
    Array<long long> waited(64);
    for (const long long cycles : {1LL << 19, 3LL << 20}) {
        wait<<<1, 64>>>(cycles, waited.p);
        for (const long long each : waited.host()) verdict.holds("all cycles are counted", each >= cycles);
    }
    return verdict.end();
}
