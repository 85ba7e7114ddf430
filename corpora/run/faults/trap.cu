// A kernel stops itself by a trap.
// run: wave-any
// stderr: stop_at
#include "../check.h"

__global__ void stop_at(const int *in, int number) {
    if (in[threadIdx.x] == number) __trap();
}

int main() {
    Verdict verdict("trap");
    std::vector<int> host(64);
    for (int i = 0; i < 64; i++) host[i] = i;
    Array<int> in(host);
    stop_at<<<3, 64>>>(in.p, 1000);
    verdict.holds("it does not stop", cudaDeviceSynchronize() == cudaSuccess);
    stop_at<<<3, 64>>>(in.p, 50);
    verdict.holds("it stops", cudaDeviceSynchronize() != cudaSuccess);
    return verdict.end();
}
