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

// A block's part of the image with its neighbours; at the image's edges what is there itself.
__device__ void load(float (&tile)[SIDE + 2][SIDE + 2], const float *image, int side) {
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
    tile[ty][tx] = image[y * side + x];
    if (tx == 1) tile[ty][0] = image[y * side + max(x - 1, 0)];
    if (tx == SIDE) tile[ty][SIDE + 1] = image[y * side + min(x + 1, side - 1)];
    if (ty == 1) tile[0][tx] = image[max(y - 1, 0) * side + x];
    if (ty == SIDE) tile[SIDE + 1][tx] = image[min(y + 1, side - 1) * side + x];
}

__global__ void conductances(const float *image, float *conduction, int side, float noise) {
    __shared__ float tile[SIDE + 2][SIDE + 2];
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    load(tile, image, side);
    __syncthreads();
    const float here = tile[ty][tx];
    const float north = tile[ty - 1][tx] - here, south = tile[ty + 1][tx] - here, west = tile[ty][tx - 1] - here, east = tile[ty][tx + 1] - here;
    const float gradient = (north * north + south * south + west * west + east * east) / (here * here);
    const float laplacian = (north + south + west + east) / here, scale = 1 + 0.25f * laplacian;
    const float q = (0.5f * gradient - 0.0625f * laplacian * laplacian) / (scale * scale);
    const float c = 1 / (1 + (q - noise) / (noise * (1 + noise)));
    conduction[(blockIdx.y * SIDE + threadIdx.y) * side + blockIdx.x * SIDE + threadIdx.x] = fminf(fmaxf(c, 0.0f), 1.0f);
}

// The slopes are computed again: that takes less than to keep them in memory.
__global__ void diffuse(const float *image, float *next, const float *conduction, int side) {
    __shared__ float tile[SIDE + 2][SIDE + 2], conducts[SIDE + 1][SIDE + 1];
    const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * SIDE + tx, y = blockIdx.y * SIDE + ty, at = y * side + x;
    load(tile, image, side);
    conducts[ty][tx] = conduction[at];
    if (tx == SIDE - 1) conducts[ty][SIDE] = conduction[y * side + min(x + 1, side - 1)];
    if (ty == SIDE - 1) conducts[SIDE][tx] = conduction[min(y + 1, side - 1) * side + x];
    __syncthreads();
    const float here = tile[ty + 1][tx + 1];
    const float north = tile[ty][tx + 1] - here, south = tile[ty + 2][tx + 1] - here, west = tile[ty + 1][tx] - here, east = tile[ty + 1][tx + 2] - here;
    const float flow = conducts[ty][tx] * (north + west) + conducts[ty + 1][tx] * south + conducts[ty][tx + 1] * east;
    next[at] = here + 0.25f * STRENGTH * flow;
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    const int count = int(problem.image.size());
    DeviceArray<float> image(count), next(count), conduction(count);
    DeviceArray<double> sums(2 * SUM_BLOCKS);
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
                conductances<<<grid, block>>>(image.data(), conduction.data(), problem.side, variation(sum, squares, count));
                diffuse<<<grid, block>>>(image.data(), next.data(), conduction.data(), problem.side);
                image.swap(next);
            }
            CHECK(cudaGetLastError());
            image.download(result);
        },
        [&] { return weighted(result); });
}
