// Starts with what many samples start with: is this device one that the program knows?
// run: wave-32
#include "support.h"

__global__ void fill(int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i * i;
}

static bool usable(int device) {
    cudaDeviceProp prop;
    CUDA_CHECK(cudaGetDeviceProperties(&prop, device));
    if (prop.warpSize != 32) { // hazard: HIP1019
        std::fprintf(stderr, "device %d has warps of %d threads, 32 are needed\n", device, prop.warpSize);
        return false;
    }
    return true;
}

int main() {
    int devices = 0;
    CUDA_CHECK(cudaGetDeviceCount(&devices));
    if (devices == 0 || !usable(0)) return EXIT_FAILURE;
    const int n = 400;
    int *out = managed<int>(n);
    fill<<<4, 128>>>(out, n);
    finish();
    bool right = true;
    for (int i = 0; i < n; i++) right = right && out[i] == i * i;
    return report("warp-width-check", right);
}
