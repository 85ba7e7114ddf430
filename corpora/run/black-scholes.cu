// Prices of European options by the Black-Scholes formula: exponentials, logarithms, square roots and erfc.
// run: wave-any
#include "check.h"

__host__ __device__ inline float below(float d) { return 0.5f * erfcf(-d * 0.70710678f); }

__host__ __device__ inline void price(float spot, float strike, float years, float &call, float &put) {
    const float rate = 0.02f, volatility = 0.3f, root = sqrtf(years);
    const float d1 = (logf(spot / strike) + (rate + 0.5f * volatility * volatility) * years) / (volatility * root);
    const float d2 = d1 - volatility * root, discount = expf(-rate * years);
    call = spot * below(d1) - strike * discount * below(d2);
    put = strike * discount * below(-d2) - spot * below(-d1);
}

__global__ void prices(const float *spot, const float *strike, const float *years, float *call, float *put, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        price(spot[i], strike[i], years[i], call[i], put[i]);
}

int main() {
    Verdict verdict("black-scholes");
    const int n = 20000;
    auto spot = random_reals(n, 1), strike = random_reals(n, 2), years = random_reals(n, 3);
    std::vector<float> call(n), put(n);
    for (int i = 0; i < n; i++) {
        spot[i] = 5 + 25 * spot[i], strike[i] = 1 + 99 * strike[i], years[i] = 0.25f + 9.75f * years[i];
        price(spot[i], strike[i], years[i], call[i], put[i]);
    }
    Array<float> ds(spot), dk(strike), dy(years), dc(n), dp(n);
    prices<<<40, 128>>>(ds.p, dk.p, dy.p, dc.p, dp.p, n);
    verdict.same("call", dc.host(), call, 2e-4);
    verdict.same("put", dp.host(), put, 2e-4);
    return verdict.end();
}
