// A kernel reads through a null pointer, in a later block only.
// run: wave-any
// stderr: look
#include "../check.h"

__global__ void look(const int *in, int *out) {
    const int *from = blockIdx.x == 5 ? nullptr : in;
    out[blockIdx.x] = from[threadIdx.x];
}

int main() {
    Verdict verdict("null-pointer");
    Array<int> in(32), out(8);
    look<<<8, 32>>>(in.p, out.p);
    verdict.holds("waiting tells", cudaStreamSynchronize(nullptr) == cudaErrorIllegalAddress);
    return verdict.end();
}
