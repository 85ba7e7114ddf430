// Launches: shapes, arguments, shared memory, what is refused; cooperative ones; how many blocks fit.
// run: wave-any
// nvcc: -lcuda
#include "case.h"

#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda_runtime.h>

struct Numbers {
    char letter;
    double real;
    short list[3];
};

__global__ void shape(int *out) {
    const dim3 b = blockIdx, t = threadIdx;
    const int block = b.x + gridDim.x * (b.y + gridDim.y * b.z);
    const int thread = t.x + blockDim.x * (t.y + blockDim.y * t.z);
    out[block * (blockDim.x * blockDim.y * blockDim.z) + thread] = 1000 * block + thread;
}
__global__ void takes(int *out, Numbers all, float real, long long wide) {
    *out = all.letter + static_cast<int>(all.real) + all.list[0] + all.list[1] + all.list[2] + static_cast<int>(real) + static_cast<int>(wide >> 32);
}
__global__ void dynamic(int *out, int n) {
    extern __shared__ int s[];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[n - 1 - threadIdx.x];
}
__global__ void sum_of_grid(int *parts, int *out) {
    const auto grid = cooperative_groups::this_grid();
    if (threadIdx.x == 0) parts[blockIdx.x] = blockIdx.x + 1;
    grid.sync();
    if (grid.thread_rank() == 0) {
        int sum = 0;
        for (unsigned i = 0; i < gridDim.x; i++) sum += parts[i];
        *out = sum;
    }
}
__global__ void __launch_bounds__(64) small_blocks(int *out) { out[threadIdx.x] = 1; }

static void shapes() {
    std::vector<int> got(2 * 3 * 2 * 4 * 2 * 3);
    int *out;
    NEED(cudaMalloc(&out, got.size() * sizeof(int)));
    void *arguments[] = {&out};
    const auto kernel = reinterpret_cast<const void *>(shape);
    GIVES("Clang", "hipLaunchKernel succeeds", cudaLaunchKernel(kernel, dim3(2, 3, 2), dim3(4, 2, 3), arguments, 0, nullptr), cudaSuccess);
    NEED(cudaMemcpy(got.data(), out, got.size() * sizeof(int), cudaMemcpyDeviceToHost));
    bool all = true;
    for (int i = 0; i < static_cast<int>(got.size()); i++) all = all && got[i] == 1000 * (i / 24) + i % 24;
    CASE("Clang", "hipLaunchKernel runs each thread of a grid of three dimensions", all);
    GIVES("Clang", "hipLaunchKernel of a grid without blocks: hipErrorInvalidConfiguration",
          cudaLaunchKernel(kernel, dim3(0, 1, 1), dim3(1), arguments, 0, nullptr), HIP_OR_CUDA(cudaErrorInvalidConfiguration, cudaErrorInvalidValue));
    GIVES("Clang", "hipLaunchKernel of blocks without threads: hipErrorInvalidConfiguration",
          cudaLaunchKernel(kernel, dim3(1), dim3(1, 0, 1), arguments, 0, nullptr), HIP_OR_CUDA(cudaErrorInvalidConfiguration, cudaErrorInvalidValue));
    GIVES("Clang", "hipLaunchKernel of more than 1024 threads a block: hipErrorInvalidConfiguration",
          cudaLaunchKernel(kernel, dim3(1), dim3(1025), arguments, 0, nullptr), HIP_OR_CUDA(cudaErrorInvalidConfiguration, cudaErrorInvalidValue));
    GIVES("Clang", "hipLaunchKernel of what is no kernel: hipErrorInvalidDeviceFunction",
          cudaLaunchKernel(&out, dim3(1), dim3(1), arguments, 0, nullptr), HIP_OR_CUDA(cudaErrorInvalidDeviceFunction, cudaErrorInvalidResourceHandle));
    GIVES("Clang", "hipLaunchKernel of more shared memory than there is: an error",
          cudaLaunchKernel(kernel, dim3(1), dim3(1), arguments, size_t{1} << 28, nullptr) != cudaSuccess, 1);
    (void)cudaGetLastError();
    NEED(cudaFree(out));
}

static void arguments() {
    int *out, got = 0;
    NEED(cudaMalloc(&out, 256 * sizeof(int)));
    Numbers all{3, 40.0, {100, 200, 300}};
    takes<<<1, 1>>>(out, all, 5000.0f, 7LL << 32);
    NEED(cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost));
    CASE("Clang", "hipLaunchKernel passes structures and numbers by value", got == 5650);
    float real = 6000;
    long long wide = 8LL << 32;
    void *list[] = {&out, &all, &real, &wide};
    NEED(cudaLaunchKernel(reinterpret_cast<const void *>(takes), dim3(1), dim3(1), list, 0, nullptr));
    all.list[0] = 0;
    real = 0;
    NEED(cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost));
    CASE("Clang", "hipLaunchKernel has taken the arguments when it returns", got == 6651);
    int n = 256;
    dynamic<<<1, n, n * sizeof(int)>>>(out, n);
    std::vector<int> many(n);
    NEED(cudaMemcpy(many.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost));
    CASE("Clang", "hipLaunchKernel gives a block the dynamic shared memory that is asked for", many[0] == 255 && many[255] == 0);
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(1);
    config.blockDim = dim3(n);
    config.dynamicSmemBytes = n * sizeof(int);
    n = 128;
    config.blockDim = dim3(n);
    void *both[] = {&out, &n};
    GIVES("Execution", "hipLaunchKernelExC succeeds", cudaLaunchKernelExC(&config, reinterpret_cast<const void *>(dynamic), both), cudaSuccess);
    NEED(cudaMemcpy(many.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost));
    CASE("Execution", "hipLaunchKernelExC runs the kernel in the shape of the configuration", many[0] == 127 && many[127] == 0);
    small_blocks<<<1, 64>>>(out);
    GIVES("Clang", "hipLaunchKernel runs a kernel up to its launch bounds", cudaGetLastError(), cudaSuccess);
    small_blocks<<<1, 65>>>(out);
    CASE("Clang", "hipLaunchKernel refuses blocks beyond the kernel's launch bounds", cudaGetLastError() != cudaSuccess);
    NEED(cudaDeviceSynchronize());
    NEED(cudaFree(out));
}

static void cooperative() {
    int *parts, *out, got = 0, per_unit = 0, units = 0;
    NEED(cudaMalloc(&parts, 4096 * sizeof(int)));
    NEED(cudaMalloc(&out, sizeof(int)));
    const auto kernel = reinterpret_cast<const void *>(sum_of_grid);
    void *arguments[] = {&parts, &out};
    NEED(cudaDeviceGetAttribute(&units, cudaDevAttrMultiProcessorCount, 0));
    GIVES("Occupancy", "hipOccupancyMaxActiveBlocksPerMultiprocessor succeeds",
          cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_unit, kernel, 64, 0), cudaSuccess);
    CASE("Occupancy", "hipOccupancyMaxActiveBlocksPerMultiprocessor gives at least one block", per_unit >= 1);
    int cooperates = 0;
    NEED(cudaDeviceGetAttribute(&cooperates, cudaDevAttrCooperativeLaunch, 0));
    CASE("Device", "hipDeviceGetAttribute tells that cooperative launches are possible", cooperates == 1);
    const int blocks = per_unit * units < 16 ? per_unit * units : 16;
    GIVES("ModuleCooperativeG", "hipLaunchCooperativeKernel succeeds", cudaLaunchCooperativeKernel(kernel, dim3(blocks), dim3(64), arguments, 0, nullptr),
          cudaSuccess);
    NEED(cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost));
    CASE("ModuleCooperativeG", "hipLaunchCooperativeKernel: the blocks of a grid wait for each other", got == blocks * (blocks + 1) / 2);
    GIVES("ModuleCooperativeG", "hipLaunchCooperativeKernel of what is no kernel: hipErrorInvalidDeviceFunction",
          cudaLaunchCooperativeKernel(&got, dim3(1), dim3(64), arguments, 0, nullptr), HIP_OR_CUDA(cudaErrorInvalidDeviceFunction, cudaErrorInvalidResourceHandle));
    NEED(cudaFree(parts));
    NEED(cudaFree(out));
}

static void occupancy() {
    const auto kernel = reinterpret_cast<const void *>(shape);
    int grid = 0, block = 0, few = 0, many = 0, none = 0;
    GIVES("Occupancy", "hipOccupancyMaxPotentialBlockSize succeeds", cudaOccupancyMaxPotentialBlockSize(&grid, &block, shape, 0, 0), cudaSuccess);
    CASE("Occupancy", "hipOccupancyMaxPotentialBlockSize gives blocks that can be launched", block >= 1 && block <= 1024 && grid >= 1);
    int *out;
    NEED(cudaMalloc(&out, static_cast<size_t>(grid) * block * sizeof(int)));
    (void)cudaGetLastError();
    shape<<<grid, block>>>(out);
    GIVES("Occupancy", "hipOccupancyMaxPotentialBlockSize: a launch of what it gives succeeds", cudaGetLastError(), cudaSuccess);
    NEED(cudaDeviceSynchronize());
    NEED(cudaFree(out));
    NEED(cudaOccupancyMaxPotentialBlockSize(&grid, &block, shape, 0, 128));
    CASE("Occupancy", "hipOccupancyMaxPotentialBlockSize keeps to the limit of threads", block >= 1 && block <= 128);
    NEED(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&few, kernel, 1024, 0));
    NEED(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&many, kernel, 64, 0));
    CASE("Occupancy", "hipOccupancyMaxActiveBlocksPerMultiprocessor gives no fewer of smaller blocks", many >= few && few >= 1);
    NEED(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&few, kernel, 64, 0, cudaOccupancyDefault));
    CASE("Occupancy", "hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags gives the same with hipOccupancyDefault", few == many);
    int shared = 0;
    NEED(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlock, 0));
    NEED(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&few, kernel, 64, shared));
    CASE("Occupancy", "hipOccupancyMaxActiveBlocksPerMultiprocessor gives no more where blocks take all shared memory of one", few <= many && few >= 1);
    GIVES("Occupancy", "hipOccupancyMaxActiveBlocksPerMultiprocessor into no variable: hipErrorInvalidValue",
          cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, kernel, 64, 0), cudaErrorInvalidValue);
    GIVES("Occupancy", "hipOccupancyMaxActiveBlocksPerMultiprocessor of blocks without threads: hipErrorInvalidValue",
          cudaOccupancyMaxActiveBlocksPerMultiprocessor(&none, kernel, 0, 0), cudaErrorInvalidValue);
    GIVES("Occupancy", "hipOccupancyMaxActiveBlocksPerMultiprocessor of what is no kernel: hipErrorInvalidDeviceFunction",
          cudaOccupancyMaxActiveBlocksPerMultiprocessor(&none, &none, 64, 0), HIP_OR_CUDA(cudaErrorInvalidDeviceFunction, cudaErrorInvalidResourceHandle));
}

int main() {
    shapes();
    arguments();
    cooperative();
    occupancy();
    return end_of_cases("launches");
}
