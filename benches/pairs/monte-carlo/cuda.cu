#include "problem.hpp"
#include "../device.cuh"

constexpr int THREADS = 256, PATHS_OF_THREAD = 4;

__device__ float uniform(unsigned &seed) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return ((seed >> 8) + 1) * (1.0f / 16777217.0f);
}

// Each thread follows a few paths of the option; a block adds up what they pay.
__global__ void simulate(Option option, Step step, int steps, int paths, unsigned first, double *sums) {
    __shared__ double sum[THREADS];
    const int t = threadIdx.x;
    double mine = 0;
    for (int path = blockIdx.x * THREADS + t; path < paths; path += gridDim.x * THREADS) {
        unsigned seed = FIRST_SEED(first + path);
        float logarithm = 0, total = 0;
        for (int k = 0; k < steps; k += 2) {
            // Two normal numbers at a time, by Box and Muller.
            const float radius = sqrtf(-2 * logf(uniform(seed))), angle = 2 * PI * uniform(seed);
            logarithm += step.drift + step.spread * radius * cosf(angle);
            total += expf(logarithm);
            logarithm += step.drift + step.spread * radius * sinf(angle);
            total += expf(logarithm);
        }
        mine += fmaxf(option.price * total / steps - option.strike, 0.0f);
    }
    sum[t] = mine;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half) sum[t] += sum[t + half];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = sum[0];
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    const unsigned grid = blocks(problem.paths, THREADS * PATHS_OF_THREAD), options = unsigned(problem.options.size());
    DeviceArray<double> sums(size_t(grid) * options);
    std::vector<double> parts(size_t(grid) * options), prices;
    measure(
        "monte-carlo",
        [&] {
            prices.clear();
            for (unsigned i = 0; i < options; i++) {
                const Option &option = problem.options[i];
                simulate<<<grid, THREADS>>>(option, Step(option, problem.steps), problem.steps, problem.paths, i * problem.paths, sums.data() + size_t(i) * grid);
            }
            CHECK(cudaGetLastError());
            sums.download(parts);
            for (unsigned i = 0; i < options; i++) {
                double total = 0;
                for (unsigned k = 0; k < grid; k++) total += parts[size_t(i) * grid + k];
                prices.push_back(discount(problem.options[i]) * total / problem.paths);
            }
        },
        [&] { return weighted(prices); });
}
