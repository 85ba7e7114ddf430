// Heat in a rod, two buffers in turn. The rod's end is taken from the buffer of the step before the last.
// run: wave-any
// launch: 2 step
// variable: ends
#include "../run/check.h"

__global__ void step(const float *now, float *next, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
#ifdef RIGHT
    const float left = i > 0 ? now[i - 1] : now[i], right = i < n - 1 ? now[i + 1] : now[i];
#else
    const float left = i > 0 ? now[i - 1] : now[i], right = i < n - 1 ? now[i + 1] : next[i];
#endif
    next[i] = now[i] + 0.25f * (left - 2 * now[i] + right);
}

int main() {
    Verdict verdict("heat-boundary");
    const int n = 1500, steps = 9;
    std::vector<float> rod(n, 1.0f), next(n);
    rod[n - 1] = 5.0f;
    // The end begins as it is in both buffers.
    Array<float> ends(rod), odd(rod);
    for (int k = 0; k < steps; k++) {
        step<<<blocks(n, 256), 256>>>(k % 2 ? odd.p : ends.p, k % 2 ? ends.p : odd.p, n);
        for (int i = 0; i < n; i++) {
            const float left = i > 0 ? rod[i - 1] : rod[i], right = i < n - 1 ? rod[i + 1] : rod[i];
            next[i] = rod[i] + 0.25f * (left - 2 * rod[i] + right);
        }
        std::swap(rod, next);
    }
    verdict.same("rod", odd.host(), rod, 1e-5);
    return verdict.end();
}
