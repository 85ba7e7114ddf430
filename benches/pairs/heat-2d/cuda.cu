#include "problem.hpp"
#include "../device.cuh"

constexpr int SIDE = 16;

__global__ void step(const float *in, const float *power, float *out, int side) {
    __shared__ float tile[SIDE + 2][SIDE + 2];
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    const int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
    tile[ty][tx] = in[y * side + x];
    if (tx == 1) tile[ty][0] = in[y * side + max(x - 1, 0)];
    if (tx == SIDE) tile[ty][SIDE + 1] = in[y * side + min(x + 1, side - 1)];
    if (ty == 1) tile[0][tx] = in[max(y - 1, 0) * side + x];
    if (ty == SIDE) tile[SIDE + 1][tx] = in[min(y + 1, side - 1) * side + x];
    __syncthreads();
    const float here = tile[ty][tx];
    const float flow = tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] + tile[ty][tx + 1] - 4 * here;
    out[y * side + x] = here + CONDUCTION * flow + LOSS * (AMBIENT - here) + power[y * side + x];
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    DeviceArray<float> heat(problem.heat.size()), next(problem.heat.size()), power(problem.power.size());
    std::vector<float> result(problem.heat.size());
    const dim3 block(SIDE, SIDE), grid(problem.side / SIDE, problem.side / SIDE);
    measure(
        "heat-2d",
        [&] {
            heat.upload(problem.heat);
            power.upload(problem.power);
            for (int i = 0; i < problem.steps; i++) {
                step<<<grid, block>>>(heat.data(), power.data(), next.data(), problem.side);
                heat.swap(next);
            }
            CHECK(cudaGetLastError());
            heat.download(result);
        },
        [&] { return weighted(result); });
}
