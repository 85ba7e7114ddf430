#include "problem.hpp"
#include "../device.cuh"

constexpr int ROW_X = 16, ROW_Y = 4, ROW_STEPS = 8;          // a thread has eight places along a row
constexpr int COLUMN_X = 16, COLUMN_Y = 8, COLUMN_STEPS = 8; // and down a column
static_assert(RADIUS <= ROW_X && RADIUS <= COLUMN_Y, "one more step on each side has what is around");

__constant__ float taps[TAPS];

__global__ void along_rows(const float *in, float *out, int width) {
    __shared__ float tile[ROW_Y][(ROW_STEPS + 2) * ROW_X];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = (blockIdx.x * ROW_STEPS - 1) * ROW_X + tx, y = blockIdx.y * ROW_Y + ty;
    for (int step = 0; step < ROW_STEPS + 2; step++) {
        const int at = x + step * ROW_X;
        tile[ty][step * ROW_X + tx] = at >= 0 && at < width ? in[y * width + at] : 0;
    }
    __syncthreads();
    for (int step = 1; step <= ROW_STEPS; step++) {
        float sum = 0;
#pragma unroll
        for (int k = -RADIUS; k <= RADIUS; k++) sum += taps[RADIUS + k] * tile[ty][step * ROW_X + tx + k];
        out[y * width + x + step * ROW_X] = sum;
    }
}

__global__ void down_columns(const float *in, float *out, int width, int height) {
    __shared__ float tile[COLUMN_X][(COLUMN_STEPS + 2) * COLUMN_Y + 1];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = blockIdx.x * COLUMN_X + tx, y = (blockIdx.y * COLUMN_STEPS - 1) * COLUMN_Y + ty;
    for (int step = 0; step < COLUMN_STEPS + 2; step++) {
        const int at = y + step * COLUMN_Y;
        tile[tx][step * COLUMN_Y + ty] = at >= 0 && at < height ? in[at * width + x] : 0;
    }
    __syncthreads();
    for (int step = 1; step <= COLUMN_STEPS; step++) {
        float sum = 0;
#pragma unroll
        for (int k = -RADIUS; k <= RADIUS; k++) sum += taps[RADIUS + k] * tile[tx][step * COLUMN_Y + ty + k];
        out[(y + step * COLUMN_Y) * width + x] = sum;
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    DeviceArray<float> image(problem.image.size()), between(problem.image.size());
    std::vector<float> result(problem.image.size());
    const dim3 row_grid(problem.width / (ROW_X * ROW_STEPS), problem.height / ROW_Y), row_block(ROW_X, ROW_Y);
    const dim3 column_grid(problem.width / COLUMN_X, problem.height / (COLUMN_Y * COLUMN_STEPS)), column_block(COLUMN_X, COLUMN_Y);
    measure(
        "convolution",
        [&] {
            CHECK(cudaMemcpyToSymbol(taps, problem.taps.data(), sizeof taps));
            image.upload(problem.image);
            for (int i = 0; i < problem.rounds; i++) {
                along_rows<<<row_grid, row_block>>>(image.data(), between.data(), problem.width);
                down_columns<<<column_grid, column_block>>>(between.data(), image.data(), problem.width, problem.height);
            }
            CHECK(cudaGetLastError());
            image.download(result);
        },
        [&] { return weighted(result); });
}
