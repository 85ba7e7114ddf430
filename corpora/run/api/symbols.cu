// Variables of devices by their symbols, and kernels by theirs.
// run: wave-any
#include "case.h"

#include <cuda_runtime.h>

__device__ int numbers[16];
__constant__ float weights[4];
__managed__ int managed_count = 4;
__device__ double half = 0.5;

__global__ void combine(int *out) {
    out[threadIdx.x] = numbers[threadIdx.x] + static_cast<int>(weights[threadIdx.x % 4]) + managed_count;
}
__global__ void raise() { numbers[threadIdx.x]++; }
__global__ void uses_shared(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}

static int not_a_variable;

static void copies() {
    int in[16], got[16] = {}, *out;
    for (int i = 0; i < 16; i++) in[i] = 10 * i;
    const float of_weights[4] = {100, 200, 300, 400};
    GIVES("Memory", "hipMemcpyToSymbol succeeds", cudaMemcpyToSymbol(numbers, in, sizeof in), cudaSuccess);
    GIVES("Memory", "hipMemcpyToSymbol takes constant memory", cudaMemcpyToSymbol(weights, of_weights, sizeof of_weights), cudaSuccess);
    NEED(cudaMalloc(&out, sizeof got));
    combine<<<1, 16>>>(out);
    NEED(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    CASE("Memory", "hipMemcpyToSymbol: kernels see what was copied", got[0] == 104 && got[1] == 214 && got[15] == 554);
    managed_count = 9;
    combine<<<1, 16>>>(out);
    NEED(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    CASE("MemoryM", "hipMallocManaged: managed variables are the same on host and device", got[0] == 109);
    raise<<<1, 16>>>();
    std::memset(got, 0, sizeof got);
    GIVES("Memory", "hipMemcpyFromSymbol succeeds", cudaMemcpyFromSymbol(got, numbers, sizeof got), cudaSuccess);
    CASE("Memory", "hipMemcpyFromSymbol gives what kernels wrote", got[0] == 1 && got[15] == 151);
    double value = 0;
    NEED(cudaMemcpyFromSymbol(&value, half, sizeof value));
    CASE("Memory", "hipMemcpyFromSymbol gives the initial value of a variable", value == 0.5);
    const int three = 3;
    NEED(cudaMemcpyToSymbol(numbers, &three, sizeof three, 5 * sizeof(int)));
    NEED(cudaMemcpyFromSymbol(got, numbers, 3 * sizeof(int), 4 * sizeof(int)));
    CASE("Memory", "hipMemcpyToSymbol copies to an offset within the variable", got[0] == 41 && got[1] == 3 && got[2] == 61);
    GIVES("Memory", "hipMemcpyToSymbol beyond the end of the variable: hipErrorInvalidValue",
          cudaMemcpyToSymbol(numbers, in, sizeof in, sizeof(int)), cudaErrorInvalidValue);
    GIVES("Memory", "hipMemcpyFromSymbol beyond the end of the variable: hipErrorInvalidValue",
          cudaMemcpyFromSymbol(got, numbers, sizeof got, sizeof(int)), cudaErrorInvalidValue);
    GIVES("Memory", "hipMemcpyToSymbol to what is no variable of a device: hipErrorInvalidSymbol",
          cudaMemcpyToSymbol(not_a_variable, in, sizeof(int)), cudaErrorInvalidSymbol);
    GIVES("Memory", "hipMemcpyFromSymbol of what is no variable of a device: hipErrorInvalidSymbol",
          cudaMemcpyFromSymbol(got, not_a_variable, sizeof(int)), cudaErrorInvalidSymbol);
    GIVES("Memory", "hipMemcpyToSymbol refuses the direction hipMemcpyDeviceToHost: hipErrorInvalidMemcpyDirection",
          cudaMemcpyToSymbol(numbers, in, sizeof in, 0, cudaMemcpyDeviceToHost), cudaErrorInvalidMemcpyDirection);
    NEED(cudaMemset(out, 0, sizeof got));
    NEED(cudaMemcpyToSymbol(numbers, out, sizeof got, 0, cudaMemcpyDeviceToDevice));
    NEED(cudaMemcpyFromSymbol(got, numbers, sizeof got));
    CASE("Memory", "hipMemcpyToSymbol copies from a device", got[0] == 0 && got[15] == 0);
    cudaStream_t stream;
    NEED(cudaStreamCreate(&stream));
    GIVES("Memory", "hipMemcpyToSymbolAsync succeeds", cudaMemcpyToSymbolAsync(numbers, in, sizeof in, 0, cudaMemcpyHostToDevice, stream),
          cudaSuccess);
    raise<<<1, 16, 0, stream>>>();
    GIVES("Memory", "hipMemcpyFromSymbolAsync succeeds",
          cudaMemcpyFromSymbolAsync(got, numbers, sizeof got, 0, cudaMemcpyDeviceToHost, stream), cudaSuccess);
    NEED(cudaStreamSynchronize(stream));
    CASE("Memory", "hipMemcpyFromSymbolAsync gives what the stream did before", got[0] == 1 && got[15] == 151);
    NEED(cudaStreamDestroy(stream));
    NEED(cudaFree(out));
}

static void addresses() {
    void *address = nullptr;
    size_t size = 0;
    GIVES("Memory", "hipGetSymbolAddress succeeds", cudaGetSymbolAddress(&address, numbers), cudaSuccess);
    const int seven = 7;
    int got = 0;
    NEED(cudaMemcpy(static_cast<int *>(address) + 2, &seven, sizeof seven, cudaMemcpyHostToDevice));
    NEED(cudaMemcpyFromSymbol(&got, numbers, sizeof got, 2 * sizeof(int)));
    CASE("Memory", "hipGetSymbolAddress gives the address of the variable on the device", got == 7);
    GIVES("Memory", "hipGetSymbolSize succeeds", cudaGetSymbolSize(&size, numbers), cudaSuccess);
    CASE("Memory", "hipGetSymbolSize gives the bytes of the variable", size == sizeof(int) * 16);
    NEED(cudaGetSymbolSize(&size, half));
    CASE("Memory", "hipGetSymbolSize gives the bytes of a variable that is no array", size == sizeof(double));
    GIVES("Memory", "hipGetSymbolAddress of what is no variable of a device: hipErrorInvalidSymbol",
          cudaGetSymbolAddress(&address, not_a_variable), cudaErrorInvalidSymbol);
    GIVES("Memory", "hipGetSymbolSize of what is no variable of a device: hipErrorInvalidSymbol", cudaGetSymbolSize(&size, not_a_variable),
          cudaErrorInvalidSymbol);
    NEED(cudaGetSymbolAddress(&address, managed_count));
    CASE("Memory", "hipGetSymbolAddress of a managed variable gives memory that the host reads", *static_cast<int *>(address) == managed_count);
}

static void attributes() {
    cudaFuncAttributes all{};
    const auto kernel = reinterpret_cast<const void *>(uses_shared);
    GIVES("Execution", "hipFuncGetAttributes succeeds", cudaFuncGetAttributes(&all, kernel), cudaSuccess);
    CASE("Execution", "hipFuncGetAttributes gives the shared memory of the kernel", all.sharedSizeBytes == 64 * sizeof(int));
    CASE("Execution", "hipFuncGetAttributes gives how many threads a block may have", all.maxThreadsPerBlock >= 64 && all.maxThreadsPerBlock <= 1024);
    GIVES("Execution", "hipFuncGetAttributes of what is no kernel: hipErrorInvalidDeviceFunction",
          cudaFuncGetAttributes(&all, &not_a_variable), HIP_OR_CUDA(cudaErrorInvalidDeviceFunction, cudaErrorInvalidResourceHandle));
    GIVES("Execution", "hipFuncGetAttributes into no variable: hipErrorInvalidValue", cudaFuncGetAttributes(nullptr, kernel),
          cudaErrorInvalidValue);
    GIVES("Execution", "hipFuncSetAttribute takes dynamic shared memory", cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 2048),
          cudaSuccess);
    NEED(cudaFuncGetAttributes(&all, kernel));
    CASE("Execution", "hipFuncSetAttribute: hipFuncGetAttributes gives what was set", all.maxDynamicSharedSizeBytes == 2048);
    GIVES("Execution", "hipFuncSetAttribute of what is no kernel: hipErrorInvalidDeviceFunction",
          cudaFuncSetAttribute(&not_a_variable, cudaFuncAttributeMaxDynamicSharedMemorySize, 64),
          HIP_OR_CUDA(cudaErrorInvalidDeviceFunction, cudaErrorInvalidResourceHandle));
    GIVES("Execution", "hipFuncSetAttribute of an attribute that is none: hipErrorInvalidValue",
          cudaFuncSetAttribute(kernel, static_cast<cudaFuncAttribute>(99), 64), cudaErrorInvalidValue);
    GIVES("Execution", "hipFuncSetAttribute of more shared memory than there is: hipErrorInvalidValue",
          cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 30), cudaErrorInvalidValue);
    GIVES("Execution", "hipFuncSetCacheConfig takes a preference, which is a hint", cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferShared),
          cudaSuccess);
}

int main() {
    copies();
    addresses();
    attributes();
    return end_of_cases("symbols");
}
