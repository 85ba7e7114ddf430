#include "problem.hpp"
#include "../device.cuh"

constexpr int THREADS = 256, LANES = 32;

// A warp has a row; its lanes take the entries in turns and add up by shuffles.
__global__ void multiply(const int *first, const int *columns, const float *values, const float *in, float *out, int rows) {
    const int row = (blockIdx.x * THREADS + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    if (row >= rows) return;
    const int end = first[row + 1];
    float sum = 0;
    for (int k = first[row] + lane; k < end; k += LANES) sum += values[k] * in[columns[k]];
    for (int away = LANES / 2; away > 0; away /= 2) sum += __shfl_down_sync(0xffffffff, sum, away, LANES);
    if (lane == 0) out[row] = SCALE * sum;
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    DeviceArray<int> first(problem.first.size()), columns(problem.columns.size());
    DeviceArray<float> values(problem.values.size()), x(problem.rows), y(problem.rows);
    std::vector<float> result(problem.rows);
    const unsigned grid = blocks(problem.rows, THREADS / LANES);
    measure(
        "sparse-matrix-vector",
        [&] {
            first.upload(problem.first);
            columns.upload(problem.columns);
            values.upload(problem.values);
            x.upload(problem.start);
            for (int i = 0; i < problem.rounds; i++) {
                multiply<<<grid, THREADS>>>(first.data(), columns.data(), values.data(), x.data(), y.data(), problem.rows);
                x.swap(y);
            }
            CHECK(cudaGetLastError());
            x.download(result);
        },
        [&] { return weighted(result); });
}
