// Threads of a warp hand values on through shared memory, with barriers of the warp alone.
// run: wave-any
#include "support.h"

__global__ void rotate(const int *in, int *out) {
    __shared__ volatile int slots[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    slots[t] = in[i];
    __syncwarp(); // hazard: HIP1013
    const int next = slots[t ^ 1];
    __syncwarp(); // hazard: HIP1013
    slots[t] = next + 1;
    __syncwarp(0xffffffff); // hazard: HIP1001 HIP1013
    out[i] = slots[t ^ 2];
}

int main() {
    const int n = 1024;
    int *in = managed<int>(n), *out = managed<int>(n);
    for (int i = 0; i < n; i++) in[i] = 3 * i;
    rotate<<<n / 256, 256>>>(in, out);
    finish();
    bool right = true;
    for (int i = 0; i < n; i++) right = right && out[i] == in[i ^ 3] + 1;
    return report("shared-exchange", right);
}
