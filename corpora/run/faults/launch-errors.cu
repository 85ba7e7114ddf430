// Launches that cannot be: each gives its error at once, none of them sticks, and the next good launch works.
// run: wave-any
#include "../check.h"

__global__ void fill(int *out) { out[threadIdx.x] = 7; }

__global__ void __launch_bounds__(64) bounded(int *out) { out[threadIdx.x] = 8; }

__global__ void greedy(int *out) {
    extern __shared__ int s[];
    s[threadIdx.x] = 9;
    out[threadIdx.x] = s[threadIdx.x];
}

static void not_a_kernel() {}

// HIP, and CUDA before 13, say that it is the configuration.
static bool is_refused(cudaError_t status) { return status == cudaErrorInvalidConfiguration || status == cudaErrorInvalidValue; }

// HIP, and CUDA before 13, say the first.
static bool is_unknown(cudaError_t status) { return status == cudaErrorInvalidDeviceFunction || status == cudaErrorInvalidResourceHandle; }

int main() {
    Verdict verdict("launch-errors");
    Array<int> out(64);
    fill<<<1, 2048>>>(out.p);
    verdict.holds("too many threads: peeked at", is_refused(cudaPeekAtLastError()));
    verdict.holds("too many threads: taken", is_refused(cudaGetLastError()));
    verdict.holds("an error that was taken is gone", cudaGetLastError() == cudaSuccess);
    fill<<<0, 32>>>(out.p);
    verdict.holds("no blocks", is_refused(cudaGetLastError()));
    fill<<<1, 0>>>(out.p);
    verdict.holds("no threads", is_refused(cudaGetLastError()));
    // 64 on NVIDIA's GPUs, 1024 on AMD's.
    int deepest = 0;
    CHECK(cudaDeviceGetAttribute(&deepest, cudaDevAttrMaxBlockDimZ, 0));
    fill<<<1, dim3(1, 1, deepest + 1)>>>(out.p);
    verdict.holds("too deep a block", is_refused(cudaGetLastError()));
    bounded<<<1, 128>>>(out.p);
    verdict.holds("more threads than the kernel's bounds", cudaGetLastError() != cudaSuccess);
    greedy<<<1, 64, 8 << 20>>>(out.p);
    verdict.holds("too much shared memory", cudaGetLastError() != cudaSuccess);
    void *arguments[] = {&out.p};
    verdict.holds("no kernel", is_unknown(cudaLaunchKernel(reinterpret_cast<const void *>(not_a_kernel), 1, 32, arguments, 0, nullptr)));
    verdict.holds("no kernel: the last error too", is_unknown(cudaGetLastError()));
    cudaFuncAttributes attributes;
    verdict.holds("attributes of no kernel", is_unknown(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void *>(not_a_kernel))));
    (void)cudaGetLastError();
    verdict.holds("no device of that number", cudaSetDevice(1000) == cudaErrorInvalidDevice);
    (void)cudaGetLastError();
    verdict.same("nothing ran", out.host(), std::vector<int>(64, 0));
    fill<<<1, 64>>>(out.p);
    verdict.same("a good launch", out.host(), std::vector<int>(64, 7));
    return verdict.end();
}
