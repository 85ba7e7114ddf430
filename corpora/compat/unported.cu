// run: wave-any
// targets: gfx90a,cpu needs hip-6.0 (`hipPointerAttribute_t` has no `type` before; one target for a GPU is enough: names are what is tested)
// flags: --mode compat
//
// CUDA as nvcc takes it: calls whose HIP counterparts differ in their arguments, guards that ask for nvcc, lane masks of 32 bits.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>

#ifndef __CUDACC__
#error "kernels are compiled"
#endif
#if CUDART_VERSION < 11000 || !defined(__CUDACC_VER_MAJOR__)
#error "an old CUDA"
#endif

#define CHECK(call)                                                                                    \
    do {                                                                                               \
        cudaError_t status = (call);                                                                   \
        if (status != cudaSuccess) {                                                                   \
            printf("line %d: %s\n", __LINE__, cudaGetErrorString(status));                             \
            exit(1);                                                                                   \
        }                                                                                              \
    } while (0)

#define FULL_MASK 0xffffffff

__constant__ float factors[2];
__device__ int arch;

struct Range {
    int first, count;
};

__global__ void scale(float *values, const __grid_constant__ Range range) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < range.count) values[range.first + i] = values[range.first + i] * factors[0] + factors[1];
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 600
    if (i == 0) arch = __CUDA_ARCH__;
#endif
}

// One sum a group of 32 lanes, whatever the width of the hardware's.
template <typename T, int Width> __global__ void sums(const T *in, T *out) {
    T value = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int offset = Width / 2; offset > 0; offset /= 2) value += __shfl_down_sync(FULL_MASK, value, offset, Width);
    __syncwarp();
    if (threadIdx.x % Width == 0) atomicAdd(&out[blockIdx.x], value);
}

__global__ void votes(int *out) {
    const bool every = __all_sync(FULL_MASK, threadIdx.x < 1024);
    const bool some = __any_sync(0xffffffffu, threadIdx.x == 1024);
    if (every && !some) atomicAdd(out, 1);
}

int main() {
    const int n = 256;
    float *host, *device;
    CHECK(cudaMallocHost((void **)&host, n * sizeof(float)));
    CHECK(cudaMalloc(&device, n * sizeof(float)));
    for (int i = 0; i < n; ++i) host[i] = (float)i;

    const float f[2] = {2.0f, 1.0f};
    CHECK(cudaMemcpyToSymbol(factors, f, sizeof f));
    CHECK(cudaMemcpy(device, host, n * sizeof(float), cudaMemcpyHostToDevice));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop, cudaEventBlockingSync));
    CHECK(cudaEventRecord(start));
    Range range = {16, n - 16};
    scale<<<2, 128>>>(device, range);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float milliseconds = -1.0f;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    CHECK(cudaMemcpy(host, device, n * sizeof(float), cudaMemcpyDeviceToHost));
    bool right = milliseconds >= 0.0f;
    for (int i = 0; i < n; ++i) right = right && host[i] == (i < 16 ? i : 2.0f * i + 1.0f);
    int seen = 0;
    CHECK(cudaMemcpyFromSymbol(&seen, arch, sizeof seen));
    right = right && seen == 700;

    // A kernel of a template, by its address.
    float *total;
    CHECK(cudaMallocManaged(&total, 2 * sizeof(float)));
    total[0] = total[1] = 0.0f;
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, sums<float, 32>));
    CHECK(cudaFuncSetCacheConfig(sums<float, 32>, cudaFuncCachePreferL1));
    CHECK(cudaFuncSetAttribute(scale, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    void *arguments[] = {&device, &total};
    CHECK(cudaLaunchKernel(sums<float, 32>, dim3(2), dim3(128), arguments, 0, 0));
    CHECK(cudaDeviceSynchronize());
    float expected[2] = {0.0f, 0.0f};
    for (int i = 0; i < n; ++i) expected[i / 128] += host[i];
    right = right && total[0] == expected[0] && total[1] == expected[1] && attributes.maxThreadsPerBlock >= 128;

    int *agreed;
    CHECK(cudaMallocManaged(&agreed, sizeof(int)));
    *agreed = 0;
    votes<<<1, 128>>>(agreed);
    CHECK(cudaDeviceSynchronize());
    right = right && *agreed == 128;

    // A graph by the calls whose arguments differ.
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    scale<<<2, 128, 0, stream>>>(device, range);
    cudaGraph_t graph;
    CHECK(cudaStreamEndCapture(stream, &graph));
    cudaGraphExec_t executable;
    CHECK(cudaGraphInstantiate(&executable, graph, NULL, NULL, 0));
    CHECK(cudaGraphLaunch(executable, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphInstantiate(&executable, graph, 0));
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaMemcpy(host, device, n * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 16; i < n; ++i) right = right && host[i] == 2.0f * (2.0f * i + 1.0f) + 1.0f;

    struct cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    right = right && properties.warpSize > 0 && properties.totalGlobalMem > 0;
    struct cudaPointerAttributes pointer;
    CHECK(cudaPointerGetAttributes(&pointer, device));
    right = right && pointer.type == cudaMemoryTypeDevice;
    right = right && cudaSetDevice(1000) == cudaErrorInvalidDevice && cudaGetLastError() == cudaErrorInvalidDevice;

    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(agreed));
    CHECK(cudaFree(total));
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(host));
    printf("%s unported\n", right ? "PASS" : "FAIL");
    return right ? 0 : 1;
}
