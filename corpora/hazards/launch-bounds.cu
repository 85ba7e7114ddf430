// A stencil whose author wants two blocks on each multiprocessor.
// run: wave-any
#include "support.h"

#define THREADS 256
#define BLOCKS_PER_SM 4

__global__ void __launch_bounds__(THREADS, BLOCKS_PER_SM) // hazard: HIP2002
heat(const float *in, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1) out[i] = in[i] + 0.25f * (in[i - 1] - 2 * in[i] + in[i + 1]);
}

template <int N> __global__ __launch_bounds__(N, 2) void copy(const float *in, float *out, int n) { // hazard: HIP2002
    for (int i = blockIdx.x * N + threadIdx.x; i < n; i += gridDim.x * N) out[i] = in[i];
}

__global__ void __launch_bounds__(THREADS) clear(float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0;
}

int main() {
    const int n = 2000, grid = (n + THREADS - 1) / THREADS;
    float *a = managed<float>(n), *b = managed<float>(n);
    for (int i = 0; i < n; i++) a[i] = (float)(i % 8);
    clear<<<grid, THREADS>>>(b, n);
    heat<<<grid, THREADS>>>(a, b, n);
    finish();
    bool right = b[0] == 0 && b[n - 1] == 0;
    for (int i = 1; i < n - 1; i++) right = right && b[i] == a[i] + 0.25f * (a[i - 1] - 2 * a[i] + a[i + 1]);
    copy<128><<<4, 128>>>(b, a, n);
    finish();
    right = right && std::memcmp(a, b, n * sizeof(float)) == 0;
    return report("launch-bounds", right);
}
