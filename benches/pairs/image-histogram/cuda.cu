#include "problem.hpp"
#include "../device.cuh"

constexpr int THREADS = 256, PARTS = 4, BLOCKS = 240;

// Four pixels a load; several histograms in a block, so that fewer threads meet at a counter.
__global__ void count(const uchar4 *image, int quads, unsigned *histogram) {
    __shared__ unsigned counters[PARTS][SHADES];
    const int t = threadIdx.x;
    for (int part = 0; part < PARTS; part++) counters[part][t] = 0;
    __syncthreads();
    unsigned *mine = counters[t / (THREADS / PARTS)];
    for (int i = blockIdx.x * THREADS + t; i < quads; i += gridDim.x * THREADS) {
        const uchar4 quad = image[i];
        atomicAdd(&mine[quad.x], 1u);
        atomicAdd(&mine[quad.y], 1u);
        atomicAdd(&mine[quad.z], 1u);
        atomicAdd(&mine[quad.w], 1u);
    }
    __syncthreads();
    unsigned sum = 0;
    for (int part = 0; part < PARTS; part++) sum += counters[part][t];
    atomicAdd(&histogram[t], sum);
}

// One block: running sums of the histogram, as shades.
__global__ void spread(const unsigned *histogram, unsigned char *table, int pixels) {
    __shared__ unsigned running[2][SHADES];
    const int t = threadIdx.x;
    int from = 0;
    running[0][t] = histogram[t];
    __syncthreads();
    for (int away = 1; away < SHADES; away *= 2) {
        running[1 - from][t] = running[from][t] + (t >= away ? running[from][t - away] : 0);
        from = 1 - from;
        __syncthreads();
    }
    table[t] = static_cast<unsigned char>(running[from][t] * 255ull / pixels);
}

__global__ void apply(const uchar4 *in, uchar4 *out, const unsigned char *table, int quads) {
    __shared__ unsigned char shades[SHADES];
    shades[threadIdx.x] = table[threadIdx.x];
    __syncthreads();
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < quads; i += gridDim.x * THREADS) {
        const uchar4 quad = in[i];
        out[i] = make_uchar4(shades[quad.x], shades[quad.y], shades[quad.z], shades[quad.w]);
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    const int quads = problem.pixels / 4;
    DeviceArray<unsigned char> image(problem.pixels), even(problem.pixels), table(SHADES);
    DeviceArray<unsigned> histogram(SHADES);
    std::vector<unsigned char> result(problem.pixels);
    measure(
        "image-histogram",
        [&] {
            image.upload(problem.image);
            for (int i = 0; i < problem.rounds; i++) {
                histogram.clear();
                count<<<BLOCKS, THREADS>>>(reinterpret_cast<const uchar4 *>(image.data()), quads, histogram.data());
                spread<<<1, SHADES>>>(histogram.data(), table.data(), problem.pixels);
                apply<<<BLOCKS, THREADS>>>(reinterpret_cast<const uchar4 *>(image.data()), reinterpret_cast<uchar4 *>(even.data()), table.data(), quads);
                image.swap(even);
            }
            CHECK(cudaGetLastError());
            image.download(result);
        },
        [&] { return weighted(result); });
}
