// Launches by a configuration with attributes: programmatic dependent launches, cooperative ones, arguments that are converted, and memory
// that is allocated through pointers to constants.
// run: wave-any
// targets: gpus,cpu but gfx1201 needs hip-6.0 (barriers of a grid of HIP 5 need global wave sync, which gfx12 lacks)
#include "check.h"
#include <cooperative_groups.h>

__global__ void first(int *v, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900 || defined(__HIPCC__)
    cudaTriggerProgrammaticLaunchCompletion();
#endif
    if (i < n) v[i] = i;
}

template <typename T> __global__ void second(const int *v, T *sums, double by, int n) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900 || defined(__HIPCC__)
    cudaGridDependencySynchronize();
#endif
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sums[i] = static_cast<T>((v[i] + v[n - 1 - i]) * by);
}

__global__ void rotate(int *v, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int next = i < n ? v[(i + 1) % n] : 0;
    cooperative_groups::this_grid().sync();
    if (i < n) v[i] = next;
}

__global__ void nothing() {}

struct Configuration {
    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t config = {};
    Configuration(int n, cudaStream_t stream) {
        attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        attribute.val.programmaticStreamSerializationAllowed = 1;
        config.gridDim = dim3((n + 63) / 64);
        config.blockDim = dim3(64);
        config.dynamicSmemBytes = 0;
        config.stream = stream;
        config.attrs = &attribute;
        config.numAttrs = 1;
    }
};

int main() {
    Verdict verdict("launch-attributes");
    const int n = 200;
    const int *constant = nullptr;
    CHECK(cudaMalloc(&constant, n * sizeof(int)));
    int *v = const_cast<int *>(constant);
    Array<float> sums(std::vector<float>(n, 0));
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));

    Configuration dependent(n, stream);
    CHECK(cudaLaunchKernelEx(&dependent.config, first, v, n));
    // The factor is an integer here, and the kernel takes a double.
    CHECK(cudaLaunchKernelEx(&dependent.config, second<float>, constant, sums.p, 2, n));
    CHECK(cudaStreamSynchronize(stream));
    verdict.same("sums", sums.host(), std::vector<float>(n, 2 * (n - 1)));

    Configuration together(n, stream);
    together.attribute.id = cudaLaunchAttributeCooperative;
    together.attribute.val.cooperative = 1;
    int count = n;
    void *arguments[] = {&v, &count};
    CHECK(cudaLaunchKernelExC(&together.config, reinterpret_cast<const void *>(rotate), arguments));
    CHECK(cudaStreamSynchronize(stream));
    std::vector<int> host(n), want(n);
    CHECK(cudaMemcpy(host.data(), constant, n * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) want[i] = (i + 1) % n;
    verdict.same("rotated", host, want);

    CHECK(cudaFuncSetAttribute(reinterpret_cast<const void *>(first), cudaFuncAttributePreferredSharedMemoryCarveout,
                               cudaSharedmemCarveoutMaxShared));

    cudaLaunchConfig_t plain = {};
    plain.gridDim = plain.blockDim = dim3(1);
    CHECK(cudaLaunchKernelEx(&plain, nothing));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(v));
    return verdict.end();
}
