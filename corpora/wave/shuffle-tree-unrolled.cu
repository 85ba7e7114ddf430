// The same tree written out: 16, 8, 4, 2, 1.
// run: wave-32
// hazard: wave-64
// finds: HIP1009
#include "../run/check.h"

__global__ void greatest(const int *in, int *most) {
    int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    value = max(value, __shfl_xor_sync(__activemask(), value, 16));
    value = max(value, __shfl_xor_sync(__activemask(), value, 8));
    value = max(value, __shfl_xor_sync(__activemask(), value, 4));
    value = max(value, __shfl_xor_sync(__activemask(), value, 2));
    value = max(value, __shfl_xor_sync(__activemask(), value, 1));
    if (threadIdx.x % warpSize == 0) atomicMax(most, value);
}

int main() {
    Verdict verdict("shuffle-tree-unrolled");
    const int n = 1024;
    for (const int at : {7, 50, 127, 1000}) {
        std::vector<int> in(n, 1);
        in[at] = 99;
        Array<int> values(in), most(1);
        greatest<<<n / 128, 128>>>(values.p, most.p);
        verdict.same("most", most.host()[0], 99);
    }
    return verdict.end();
}
