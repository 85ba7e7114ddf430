// Chooses a kernel by compute capability.
// run: no
#include "support.h"

__global__ void slow(float *x, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] = x[i] * 3 + 1;
}

__global__ void fast(float *x, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] = fmaf(x[i], 3, 1);
}

int main() {
    cudaDeviceProp prop;
    CUDA_CHECK(cudaGetDeviceProperties(&prop, 0));
    const int capability = prop.major * 10 + prop.minor; // hazard: HIP3007
    std::printf("%s, %d multiprocessors\n", prop.name, prop.multiProcessorCount);
    if (capability < 30) {                               // hazard: (HIP3007)
        std::fprintf(stderr, "compute capability 3.0 is needed\n");
        return 1;
    }
    const int n = 1024;
    float *x = managed<float>(n);
    for (int i = 0; i < n; i++) x[i] = (float)i;
    if (prop.major >= 7) fast<<<4, 256>>>(x, n);         // hazard: HIP3007
    else slow<<<4, 256>>>(x, n);
    finish();
    bool right = true;
    for (int i = 0; i < n; i++) right = right && x[i] == i * 3.0f + 1;
    return report("capability-check", right);
}
