// Two sources linked as relocatable device code: a device function, a variable and constants of the other file.
// run: wave-any
// flags: -fgpu-rdc
// nvcc: -rdc=true
#include "../check.h"
#include "other.h"

__global__ void use(int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = twisted(i) + weights[i % 4];
    atomicAdd(&calls, 1);
}

int main() {
    Verdict verdict("separate");
    const int n = 300;
    set_weights(100);
    Array<int> out(n);
    use<<<blocks(n, 128), 128>>>(out.p, n);
    std::vector<int> want(n);
    for (int i = 0; i < n; i++) want[i] = (i ^ 21) * 3 + 100 * (i % 4);
    verdict.same("out", out.host(), want);
    int made = 0;
    CHECK(cudaMemcpyFromSymbol(&made, calls, sizeof(made)));
    verdict.same("calls", made, 2 * n);
    return verdict.end();
}
