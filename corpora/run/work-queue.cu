// Persistent blocks take work from a queue by an atomic counter; pieces differ in length.
// run: wave-any
#include "check.h"

__host__ __device__ inline unsigned collatz(unsigned start) {
    unsigned long long v = start;
    unsigned steps = 0;
    for (; v != 1; steps++) v = v % 2 ? 3 * v + 1 : v / 2;
    return steps;
}

__global__ void work(unsigned *head, unsigned pieces, unsigned *steps) {
    __shared__ unsigned piece;
    while (true) {
        if (threadIdx.x == 0) piece = atomicAdd(head, 1u);
        __syncthreads();
        const unsigned mine = piece;
        __syncthreads();
        if (mine >= pieces) return;
        const unsigned i = mine * blockDim.x + threadIdx.x;
        steps[i] = collatz(i + 1);
    }
}

int main() {
    Verdict verdict("work-queue");
    const unsigned pieces = 50, block = 96;
    Array<unsigned> head(1), steps(pieces * block);
    work<<<6, block>>>(head.p, pieces, steps.p);
    std::vector<unsigned> want(pieces * block);
    for (unsigned i = 0; i < want.size(); i++) want[i] = collatz(i + 1);
    verdict.same("steps", steps.host(), want);
    verdict.same("takes", head.host()[0], pieces + 6);
    return verdict.end();
}
