// Launches without chevrons: cudaLaunchKernel with argument arrays, through a table of kernels.
// run: wave-any
#include "check.h"

template <typename T> __global__ void scale(T *v, T by, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i] *= by;
}

__global__ void reverse(int *v, int n) {
    extern __shared__ int s[];
    const int i = threadIdx.x;
    if (i < n) s[i] = v[i];
    __syncthreads();
    if (i < n) v[i] = s[n - 1 - i];
}

int main() {
    Verdict verdict("launch-api");
    int n = 100, by = 3;
    float half = 0.5f;
    std::vector<int> host(n), want(n);
    for (int i = 0; i < n; i++) host[i] = i;
    for (int i = 0; i < n; i++) want[i] = 3 * (n - 1 - i);
    Array<int> v(host);
    Array<float> reals(std::vector<float>(n, 8));
    struct Launch {
        const void *kernel;
        dim3 grid, block;
        std::vector<void *> arguments;
        size_t shared;
    };
    Launch launches[] = {
        {reinterpret_cast<const void *>(&scale<int>), dim3(4), dim3(32), {&v.p, &by, &n}, 0},
        {reinterpret_cast<const void *>(reverse), dim3(1), dim3(128), {&v.p, &n}, 128 * sizeof(int)},
        {reinterpret_cast<const void *>(&scale<float>), dim3(2), dim3(64), {&reals.p, &half, &n}, 0},
    };
    for (auto &launch : launches)
        CHECK(cudaLaunchKernel(launch.kernel, launch.grid, launch.block, launch.arguments.data(), launch.shared, nullptr));
    verdict.same("integers", v.host(), want);
    verdict.same("reals", reals.host(), std::vector<float>(n, 4));
    return verdict.end();
}
