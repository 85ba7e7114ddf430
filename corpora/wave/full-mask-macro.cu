// Checks of sorted blocks by a vote of all lanes; its mask is a macro of 32 bits.
// run: wave-32
// hazard: wave-64
// finds: HIP1001
// port: mends
#include "../run/check.h"

#define FULL_MASK 0xffffffffu

__global__ void sorted(const int *in, int n, int *unsorted) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool fine = i + 1 >= n || in[i] <= in[i + 1];
    if (!__all_sync(FULL_MASK, fine) && threadIdx.x % warpSize == 0) atomicExch(unsorted, 1);
}

int main() {
    Verdict verdict("full-mask-macro");
    const int n = 1024;
    std::vector<int> in(n);
    for (int i = 0; i < n; i++) in[i] = 3 * i;
    for (const int at : {-1, 3, 40, 63, 1000}) {
        auto changed = in;
        if (at >= 0) changed[at] = 5000;
        Array<int> values(changed), unsorted(1);
        sorted<<<n / 256, 256>>>(values.p, n, unsorted.p);
        verdict.same("unsorted", unsorted.host()[0], at >= 0 ? 1 : 0);
    }
    return verdict.end();
}
