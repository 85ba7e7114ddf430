#include "problem.hpp"
#include "../device.cuh"

constexpr int SIDE = 16, SUM_THREADS = 256, SUM_BLOCKS = 128;

__global__ void add_up(const float *image, int count, double *sums) {
    __shared__ double sum[SUM_THREADS], squares[SUM_THREADS];
    const int t = threadIdx.x;
    double mine = 0, mine_squared = 0;
    for (int i = blockIdx.x * SUM_THREADS + t; i < count; i += gridDim.x * SUM_THREADS) {
        const float value = image[i];
        mine += value;
        mine_squared += value * value;
    }
    sum[t] = mine;
    squares[t] = mine_squared;
    __syncthreads();
    for (int half = SUM_THREADS / 2; half > 0; half /= 2) {
        if (t < half) sum[t] += sum[t + half], squares[t] += squares[t + half];
        __syncthreads();
    }
    if (t == 0) sums[2 * blockIdx.x] = sum[0], sums[2 * blockIdx.x + 1] = squares[0];
}

struct Slopes {
    float *north, *south, *west, *east;
};

__global__ void slopes(const float *image, Slopes slope, float *conduction, int side, float noise) {
    __shared__ float tile[SIDE + 2][SIDE + 2];
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y, at = y * side + x;
    tile[ty][tx] = image[at];
    if (tx == 1) tile[ty][0] = image[y * side + max(x - 1, 0)];
    if (tx == SIDE) tile[ty][SIDE + 1] = image[y * side + min(x + 1, side - 1)];
    if (ty == 1) tile[0][tx] = image[max(y - 1, 0) * side + x];
    if (ty == SIDE) tile[SIDE + 1][tx] = image[min(y + 1, side - 1) * side + x];
    __syncthreads();
    const float here = tile[ty][tx];
    const float north = tile[ty - 1][tx] - here, south = tile[ty + 1][tx] - here, west = tile[ty][tx - 1] - here, east = tile[ty][tx + 1] - here;
    const float gradient = (north * north + south * south + west * west + east * east) / (here * here);
    const float laplacian = (north + south + west + east) / here, scale = 1 + 0.25f * laplacian;
    const float q = (0.5f * gradient - 0.0625f * laplacian * laplacian) / (scale * scale);
    const float c = 1 / (1 + (q - noise) / (noise * (1 + noise)));
    slope.north[at] = north;
    slope.south[at] = south;
    slope.west[at] = west;
    slope.east[at] = east;
    conduction[at] = fminf(fmaxf(c, 0.0f), 1.0f);
}

__global__ void diffuse(float *image, Slopes slope, const float *conduction, int side) {
    __shared__ float tile[SIDE + 1][SIDE + 1];
    const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * SIDE + tx, y = blockIdx.y * SIDE + ty, at = y * side + x;
    tile[ty][tx] = conduction[at];
    if (tx == SIDE - 1) tile[ty][SIDE] = conduction[y * side + min(x + 1, side - 1)];
    if (ty == SIDE - 1) tile[SIDE][tx] = conduction[min(y + 1, side - 1) * side + x];
    __syncthreads();
    const float here = tile[ty][tx];
    const float flow = here * (slope.north[at] + slope.west[at]) + tile[ty + 1][tx] * slope.south[at] + tile[ty][tx + 1] * slope.east[at];
    image[at] += 0.25f * STRENGTH * flow;
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    const int count = int(problem.image.size());
    DeviceArray<float> image(count), conduction(count), north(count), south(count), west(count), east(count);
    DeviceArray<double> sums(2 * SUM_BLOCKS);
    const Slopes slope{north.data(), south.data(), west.data(), east.data()};
    std::vector<float> result(count);
    std::vector<double> parts(2 * SUM_BLOCKS);
    const dim3 block(SIDE, SIDE), grid(problem.side / SIDE, problem.side / SIDE);
    measure(
        "speckle-reduction",
        [&] {
            image.upload(problem.image);
            for (int i = 0; i < problem.steps; i++) {
                add_up<<<SUM_BLOCKS, SUM_THREADS>>>(image.data(), count, sums.data());
                sums.download(parts);
                double sum = 0, squares = 0;
                for (int k = 0; k < SUM_BLOCKS; k++) sum += parts[2 * k], squares += parts[2 * k + 1];
                slopes<<<grid, block>>>(image.data(), slope, conduction.data(), problem.side, variation(sum, squares, count));
                diffuse<<<grid, block>>>(image.data(), slope, conduction.data(), problem.side);
            }
            CHECK(cudaGetLastError());
            image.download(result);
        },
        [&] { return weighted(result); });
}
