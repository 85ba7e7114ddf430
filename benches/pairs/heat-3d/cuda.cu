#include "problem.hpp"
#include "../device.cuh"

constexpr int ACROSS_THREADS = 32, DOWN_THREADS = 8;

// A thread walks through the planes with what is below, here and above it in registers; neighbours in the plane are shared.
__global__ void step(const float *in, float *out, int width, int height, int depth) {
    __shared__ float plane[DOWN_THREADS + 2][ACROSS_THREADS + 2];
    const int x = blockIdx.x * ACROSS_THREADS + threadIdx.x, y = blockIdx.y * DOWN_THREADS + threadIdx.y;
    const int tx = threadIdx.x + 1, ty = threadIdx.y + 1, area = width * height;
    const bool inside = x > 0 && y > 0 && x < width - 1 && y < height - 1;
    int at = y * width + x;
    float below = in[at], here = below, above = in[at + area];
    out[at] = below;
    for (int z = 1; z < depth - 1; z++) {
        at += area;
        below = here;
        here = above;
        above = in[at + area];
        __syncthreads();
        plane[ty][tx] = here;
        if (tx == 1 && x > 0) plane[ty][0] = in[at - 1];
        if (tx == ACROSS_THREADS && x < width - 1) plane[ty][ACROSS_THREADS + 1] = in[at + 1];
        if (ty == 1 && y > 0) plane[0][tx] = in[at - width];
        if (ty == DOWN_THREADS && y < height - 1) plane[DOWN_THREADS + 1][tx] = in[at + width];
        __syncthreads();
        float value = here;
        if (inside)
            value += ALONG * (plane[ty][tx - 1] + plane[ty][tx + 1] - 2 * here) + ACROSS * (plane[ty - 1][tx] + plane[ty + 1][tx] - 2 * here) +
                     DEEP * (below + above - 2 * here);
        out[at] = value;
    }
    out[at + area] = above;
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    DeviceArray<float> heat(problem.heat.size()), next(problem.heat.size());
    std::vector<float> result(problem.heat.size());
    const dim3 block(ACROSS_THREADS, DOWN_THREADS), grid(problem.width / ACROSS_THREADS, problem.height / DOWN_THREADS);
    measure(
        "heat-3d",
        [&] {
            heat.upload(problem.heat);
            for (int i = 0; i < problem.steps; i++) {
                step<<<grid, block>>>(heat.data(), next.data(), problem.width, problem.height, problem.depth);
                heat.swap(next);
            }
            CHECK(cudaGetLastError());
            heat.download(result);
        },
        [&] { return weighted(result); });
}
