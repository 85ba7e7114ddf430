// y = a x + y with a grid-stride loop, for sizes that no block divides.
// run: wave-any
#include "check.h"

__global__ void saxpy(int n, float a, const float *__restrict__ x, float *__restrict__ y) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i];
}

int main() {
    Verdict verdict("saxpy");
    for (const int n : {1, 31, 1000, 100003}) {
        const auto x = random_reals(n, 1), y = random_reals(n, 2);
        Array<float> dx(x), dy(y);
        saxpy<<<blocks(n, 256) / 2 + 1, 256>>>(n, 2.5f, dx.p, dy.p);
        auto want = y;
        for (int i = 0; i < n; i++) want[i] = 2.5f * x[i] + y[i];
        verdict.same("y", dy.host(), want, 1e-6);
    }
    return verdict.end();
}
