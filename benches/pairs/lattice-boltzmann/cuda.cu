#include "problem.hpp"
#include "../device.cuh"

constexpr int THREADS = 128;

__device__ float relaxed(float now, float weight, float density, float along, float square) {
    const float wanted = weight * density * (1 + 3 * along + 4.5f * along * along - 1.5f * square);
    return now + RATE * (wanted - now);
}

// A thread pulls a cell's nine numbers from its neighbours, lets them collide, and writes them to its own place.
__global__ void step(const float *in, float *out, const char *solid, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= width) return;
    const int count = width * height, at = y * width + x;
    const int west = x > 0 ? x - 1 : width - 1, east = x < width - 1 ? x + 1 : 0;
    const int below = max(y - 1, 0) * width, here = y * width, above = min(y + 1, height - 1) * width;
    const float f0 = in[here + x], f1 = in[count + here + west], f2 = in[2 * count + below + x], f3 = in[3 * count + here + east];
    const float f4 = in[4 * count + above + x], f5 = in[5 * count + below + west], f6 = in[6 * count + below + east];
    const float f7 = in[7 * count + above + east], f8 = in[8 * count + above + west];
    if (solid[at]) {
        // What comes in goes back.
        out[at] = f0;
        out[count + at] = f3;
        out[2 * count + at] = f4;
        out[3 * count + at] = f1;
        out[4 * count + at] = f2;
        out[5 * count + at] = f7;
        out[6 * count + at] = f8;
        out[7 * count + at] = f5;
        out[8 * count + at] = f6;
        return;
    }
    const float density = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
    const float u = (f1 + f5 + f8 - f3 - f6 - f7) / density + PUSH, v = (f2 + f5 + f6 - f4 - f7 - f8) / density, square = u * u + v * v;
    out[at] = relaxed(f0, 4 / 9.0f, density, 0, square);
    out[count + at] = relaxed(f1, 1 / 9.0f, density, u, square);
    out[2 * count + at] = relaxed(f2, 1 / 9.0f, density, v, square);
    out[3 * count + at] = relaxed(f3, 1 / 9.0f, density, -u, square);
    out[4 * count + at] = relaxed(f4, 1 / 9.0f, density, -v, square);
    out[5 * count + at] = relaxed(f5, 1 / 36.0f, density, u + v, square);
    out[6 * count + at] = relaxed(f6, 1 / 36.0f, density, v - u, square);
    out[7 * count + at] = relaxed(f7, 1 / 36.0f, density, -u - v, square);
    out[8 * count + at] = relaxed(f8, 1 / 36.0f, density, u - v, square);
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    DeviceArray<float> cells(problem.cells.size()), next(problem.cells.size());
    DeviceArray<char> solid(problem.solid.size());
    std::vector<float> result(problem.cells.size());
    const dim3 grid(blocks(problem.width, THREADS), problem.height);
    measure(
        "lattice-boltzmann",
        [&] {
            cells.upload(problem.cells);
            solid.upload(problem.solid);
            for (int i = 0; i < problem.steps; i++) {
                step<<<grid, THREADS>>>(cells.data(), next.data(), solid.data(), problem.width, problem.height);
                cells.swap(next);
            }
            CHECK(cudaGetLastError());
            cells.download(result);
        },
        [&] { return weighted(result); });
}
