// A kernel reads through a null pointer that it is given for a later block.
// run: wave-any
// stderr: look
#include "../check.h"

__global__ void look(const int *const *in, int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = in[blockIdx.x][threadIdx.x]; }

int main() {
    Verdict verdict("null-pointer");
    Array<int> in(32), out(8 * 32);
    std::vector<const int *> rows(8, in.p);
    rows[5] = nullptr;
    Array<const int *> each(rows);
    look<<<8, 32>>>(each.p, out.p);
    verdict.holds("waiting tells", cudaStreamSynchronize(nullptr) == cudaErrorIllegalAddress);
    return verdict.end();
}
