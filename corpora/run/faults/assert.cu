// An assertion fails in one thread of many.
// run: wave-any
// stderr: assert.cu
// stderr: in[i] != 13
#include "../check.h"

#include <cassert>

__global__ void inspect(const int *in, int *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(in[i] != 13);
    out[i] = in[i];
}

int main() {
    Verdict verdict("assert");
    std::vector<int> host(256);
    for (int i = 0; i < 256; i++) host[i] = i * 2;
    Array<int> good(host);
    host[100] = 13;
    Array<int> bad(host), out(256);
    inspect<<<4, 64>>>(good.p, out.p);
    verdict.holds("none fails", cudaDeviceSynchronize() == cudaSuccess);
    inspect<<<4, 64>>>(bad.p, out.p);
    verdict.holds("one fails", cudaDeviceSynchronize() == cudaErrorAssert);
    return verdict.end();
}
