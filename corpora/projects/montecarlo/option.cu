#include "estimates.h"

#include <cmath>
#include <curand_kernel.h>
#include <vector>

namespace {

__global__ void prepare(curandState *states, unsigned long long seed) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, i, 0, &states[i]);
}

__global__ void simulate(curandState *states, double *sums, int paths_per_thread, double spot, double strike, double drift,
                         double spread) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state = states[i];
    double sum = 0;
    for (int path = 0; path < paths_per_thread; path++) {
        const double end = spot * exp(drift + spread * curand_normal_double(&state));
        sum += end > strike ? end - strike : 0.0;
    }
    states[i] = state;
    sums[i] = sum;
}

}  // namespace

double price_option(int paths, double spot, double strike, double rate, double volatility, double years) {
    const int threads = 8192, per_thread = paths / threads;
    curandState *states;
    double *sums;
    cudaMalloc(&states, threads * sizeof(curandState));
    cudaMalloc(&sums, threads * sizeof(double));
    prepare<<<threads / 128, 128>>>(states, 1234ULL);
    simulate<<<threads / 128, 128>>>(states, sums, per_thread, spot, strike, (rate - volatility * volatility / 2) * years,
                                     volatility * std::sqrt(years));
    std::vector<double> host(threads);
    cudaMemcpy(host.data(), sums, threads * sizeof(double), cudaMemcpyDeviceToHost);
    cudaFree(states);
    cudaFree(sums);
    double total = 0;
    for (double sum : host) total += sum;
    return std::exp(-rate * years) * total / (double(threads) * per_thread);
}
