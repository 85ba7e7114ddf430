#include "problem.hpp"
#include "../device.cuh"

constexpr int THREADS = 256, PYRAMID = 20, FAR = 1 << 28;

// A block goes `rows` rows down in shared memory; on both sides as many threads help with columns of its neighbours.
__global__ void descend(const int *costs, const int *from, int *to, int columns, int rows) {
    __shared__ int best[THREADS];
    const int t = threadIdx.x, x = static_cast<int>(blockIdx.x) * (THREADS - 2 * PYRAMID) + t - PYRAMID;
    const bool inside = x >= 0 && x < columns;
    best[t] = inside ? from[x] : FAR;
    __syncthreads();
    for (int row = 0; row < rows; row++) {
        const bool valid = inside && t > row && t < THREADS - 1 - row;
        int least = 0;
        if (valid) least = min(best[t], min(best[t - 1], best[t + 1])) + costs[row * columns + x];
        __syncthreads();
        if (valid) best[t] = least;
        __syncthreads();
    }
    if (inside && t >= PYRAMID && t < THREADS - PYRAMID) to[x] = best[t];
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    DeviceArray<int> costs(problem.costs.size()), best(problem.columns), next(problem.columns);
    std::vector<int> result(problem.columns);
    const unsigned grid = blocks(problem.columns, THREADS - 2 * PYRAMID);
    measure(
        "path-finder",
        [&] {
            costs.upload(problem.costs);
            CHECK(cudaMemcpy(best.data(), costs.data(), problem.columns * sizeof(int), cudaMemcpyDeviceToDevice));
            for (int row = 1; row < problem.rows; row += PYRAMID) {
                const int rows = std::min(PYRAMID, problem.rows - row);
                descend<<<grid, THREADS>>>(costs.data() + size_t(row) * problem.columns, best.data(), next.data(), problem.columns, rows);
                best.swap(next);
            }
            CHECK(cudaGetLastError());
            best.download(result);
        },
        [&] { return weighted(result); });
}
