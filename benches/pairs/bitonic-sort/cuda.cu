#include "problem.hpp"
#include "../device.cuh"

constexpr int THREADS = 512, HELD = 2 * THREADS;

__device__ void order(unsigned &a, unsigned &b, bool ascending) {
    if ((a > b) == ascending) {
        const unsigned kept = a;
        a = b;
        b = kept;
    }
}

// A block sorts what it holds, runs side by side in turns up and down.
__global__ void sort_held(unsigned *numbers) {
    __shared__ unsigned held[HELD];
    const int t = threadIdx.x, base = blockIdx.x * HELD;
    held[t] = numbers[base + t];
    held[t + THREADS] = numbers[base + t + THREADS];
    for (int size = 2; size <= HELD; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            const int at = 2 * t - (t & (stride - 1));
            order(held[at], held[at + stride], ((base + at) & size) == 0);
        }
    __syncthreads();
    numbers[base + t] = held[t];
    numbers[base + t + THREADS] = held[t + THREADS];
}

__global__ void merge_far(unsigned *numbers, int size, int stride) {
    const int t = blockIdx.x * THREADS + threadIdx.x, at = 2 * t - (t & (stride - 1));
    order(numbers[at], numbers[at + stride], (at & size) == 0);
}

__global__ void merge_held(unsigned *numbers, int size) {
    __shared__ unsigned held[HELD];
    const int t = threadIdx.x, base = blockIdx.x * HELD;
    held[t] = numbers[base + t];
    held[t + THREADS] = numbers[base + t + THREADS];
    const bool ascending = (base & size) == 0;
    for (int stride = THREADS; stride > 0; stride /= 2) {
        __syncthreads();
        const int at = 2 * t - (t & (stride - 1));
        order(held[at], held[at + stride], ascending);
    }
    __syncthreads();
    numbers[base + t] = held[t];
    numbers[base + t + THREADS] = held[t + THREADS];
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    DeviceArray<unsigned> numbers(problem.count);
    std::vector<unsigned> result(problem.count);
    const int grid = problem.count / HELD;
    measure(
        "bitonic-sort",
        [&] {
            numbers.upload(problem.numbers);
            sort_held<<<grid, THREADS>>>(numbers.data());
            for (int size = 2 * HELD; size <= problem.count; size *= 2) {
                for (int stride = size / 2; stride >= HELD; stride /= 2) merge_far<<<grid, THREADS>>>(numbers.data(), size, stride);
                merge_held<<<grid, THREADS>>>(numbers.data(), size);
            }
            CHECK(cudaGetLastError());
            numbers.download(result);
        },
        [&] { return checksum(result); });
}
