// Solves the equation of heat in one cooperative launch, whose blocks wait for each other.

#include "grid.cuh"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

__device__ float residual;

__global__ void solve(Grid a, Grid b, float tolerance, int limit, int *steps) {
    __shared__ float slots[32];
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<32>(block);
    const int inside = (a.side - 2) * (a.side - 2);
    int step = 0;
    for (;; step++) {
        float change = 0;
        for (int i = grid.thread_rank(); i < inside; i += grid.size()) {
            const int row = 1 + i / (a.side - 2), column = 1 + i % (a.side - 2);
            const float next = a.mean_around(row, column);
            change += fabsf(next - a.at(row, column));
            b.at(row, column) = next;
        }
        change = sum_over(block, tile, change, slots);
        if (block.thread_rank() == 0) atomicAdd(&residual, change);
        grid.sync();
        const float total = residual;
        grid.sync();
        if (grid.thread_rank() == 0) residual = 0;
        const Grid swap = a;
        a = b;
        b = swap;
        if (total < tolerance || step == limit) break;
        grid.sync();
    }
    if (grid.thread_rank() == 0) *steps = step;
}

int main() {
    const int side = 130, count = side * side;
    std::vector<float> host(count);
    for (int i = 0; i < side; i++) host[i] = 1.0f;

    int device = 0, cooperative = 0, multiprocessors = 0, per_multiprocessor = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device);
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, device);
    multiprocessors = properties.multiProcessorCount;
    if (!cooperative) {
        std::printf("jacobi: no cooperative launches here\n");
        return 0;
    }

    Grid a{nullptr, side}, b{nullptr, side};
    int *steps;
    cudaMalloc(&a.values, count * sizeof(float));
    cudaMalloc(&b.values, count * sizeof(float));
    cudaMallocManaged(&steps, sizeof(int));
    cudaMemcpy(a.values, host.data(), count * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(b.values, a.values, count * sizeof(float), cudaMemcpyDeviceToDevice);
    const float zero = 0;
    cudaMemcpyToSymbol(residual, &zero, sizeof zero);

    const int threads = 256;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, solve, threads, 0);
    const int blocks = std::min(per_multiprocessor * multiprocessors, (count + threads - 1) / threads);
    float tolerance = 0.05f;
    int limit = 20000;
    void *arguments[] = {&a, &b, &tolerance, &limit, &steps};
    cudaError_t error = cudaLaunchCooperativeKernel((void *)solve, blocks, threads, arguments);
    if (error == cudaSuccess) error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        std::printf("jacobi: %s\n", cudaGetErrorString(error));
        return 1;
    }
    std::vector<float> got(count);
    cudaMemcpy(got.data(), *steps % 2 ? a.values : b.values, count * sizeof(float), cudaMemcpyDeviceToHost);

    // The same number of steps on the host.
    std::vector<float> next = host;
    for (int step = 0; step <= *steps; step++) {
        for (int row = 1; row < side - 1; row++)
            for (int column = 1; column < side - 1; column++) {
                const int i = row * side + column;
                next[i] = 0.25f * (host[i - side] + host[i + side] + host[i - 1] + host[i + 1]);
            }
        host.swap(next);
    }
    float worst = 0;
    for (int i = 0; i < count; i++) worst = std::max(worst, std::fabs(got[i] - host[i]));
    const bool good = worst < 1e-4f && *steps > 100;
    std::printf("jacobi: %d steps with %d blocks, worst difference %g: %s\n", *steps, blocks, worst, good ? "PASS" : "FAIL");
    cudaFree(a.values);
    cudaFree(b.values);
    cudaFree(steps);
    return !good;
}
