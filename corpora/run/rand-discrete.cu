// cuRAND's discrete distributions: kernels draw Poisson numbers from a table that the host has made, one of each word of a state.
// run: wave-any
// targets: gpus,cpu needs hip-6.1 (HIP 5 of Debian has no hipRAND)
// flags: -lhiprand
// nvcc: -lcurand
#include "check.h"

#include <curand.h>
#include <curand_kernel.h>

const int THREADS = 512, TURNS = 200;

__device__ unsigned int drawn(curandStateXORWOW_t *state, curandDiscreteDistribution_t from) { return curand_discrete(state, from); }
__device__ unsigned int drawn(curandStateMRG32k3a_t *state, curandDiscreteDistribution_t from) { return curand_discrete(state, from); }
__device__ unsigned int drawn(curandStatePhilox4_32_10_t *state, curandDiscreteDistribution_t from) {
    const uint4 four = curand_discrete4(state, from);
    return four.x + four.y + four.z + four.w;
}

template <typename State> __global__ void draw(curandDiscreteDistribution_t from, unsigned int *to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    State state;
    curand_init(99, i, 0, &state);
    for (int turn = 0; turn < TURNS; turn++) to[i * TURNS + turn] = drawn(&state, from);
}

// The share of each number that is drawn, which has a mean and a variance: both are lambda, times the numbers that are summed.
template <typename State> void check(Verdict &verdict, const char *what, double lambda, int summed) {
    curandDiscreteDistribution_t distribution;
    verdict.holds("a table", curandCreatePoissonDistribution(lambda, &distribution) == CURAND_STATUS_SUCCESS);
    Array<unsigned int> made(THREADS * TURNS);
    draw<State><<<THREADS / 64, 64>>>(distribution, made.p);
    const auto all = made.host();
    verdict.holds("no table any more", curandDestroyDistribution(distribution) == CURAND_STATUS_SUCCESS);
    const double n = THREADS * TURNS, wanted = lambda * summed;
    double mean = 0, variance = 0;
    for (const unsigned int value : all) mean += value / n;
    for (const unsigned int value : all) variance += (value - mean) * (value - mean) / n;
    if (std::fabs(mean - wanted) > 5 * std::sqrt(wanted / n) || std::fabs(variance - wanted) > 0.05 * wanted)
        std::printf("%s of %g: mean %g, variance %g\n", what, lambda, mean, variance);
    verdict.holds(what, std::fabs(mean - wanted) <= 5 * std::sqrt(wanted / n) && std::fabs(variance - wanted) <= 0.05 * wanted);
    if (summed > 1 || lambda > 20) return;
    double probability = std::exp(-lambda);
    for (unsigned int k = 0; k < 2 * lambda; probability *= lambda / ++k) {
        double share = 0;
        for (const unsigned int value : all) share += value == k;
        verdict.holds("shares", std::fabs(share / n - probability) <= 5 * std::sqrt(probability / n));
    }
}

int main() {
    Verdict verdict("rand-discrete");
    for (const double lambda : {0.5, 3.5, 12.0, 100.0, 5000.0}) {
        check<curandStateXORWOW_t>(verdict, "XORWOW", lambda, 1);
        check<curandStateMRG32k3a_t>(verdict, "MRG32k3a", lambda, 1);
        check<curandStatePhilox4_32_10_t>(verdict, "Philox", lambda, 4);
    }
    curandDiscreteDistribution_t none;
    verdict.holds("no mean below zero", curandCreatePoissonDistribution(-1, &none) == CURAND_STATUS_OUT_OF_RANGE);
    return verdict.end();
}
