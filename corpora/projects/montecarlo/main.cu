#include "estimates.h"

#include <cmath>
#include <cstdio>

// The formula of Black and Scholes.
static double exact_option(double spot, double strike, double rate, double volatility, double years) {
    const auto normal = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
    const double d1 = (std::log(spot / strike) + (rate + volatility * volatility / 2) * years) / (volatility * std::sqrt(years));
    return spot * normal(d1) - strike * std::exp(-rate * years) * normal(d1 - volatility * std::sqrt(years));
}

static bool near(const char *name, double got, double expected, double tolerance) {
    const bool good = std::fabs(got - expected) < tolerance;
    std::printf("%-16s %.5f, expected %.5f: %s\n", name, got, expected, good ? "PASS" : "FAIL");
    return good;
}

int main() {
    const double pi = 3.14159265358979;
    bool good = near("pi", estimate_pi(1 << 22, 7), pi, 0.01);
    good &= near("pi in a kernel", estimate_pi_in_the_kernel(1 << 22, 7), pi, 0.01);
    good &= near("option", price_option(1 << 22, 100, 105, 0.05, 0.2, 1), exact_option(100, 105, 0.05, 0.2, 1), 0.1);
    const cudaError_t error = cudaDeviceSynchronize();
    good &= error == cudaSuccess;
    std::printf("montecarlo: %s\n", good ? "PASS" : cudaGetErrorString(error));
    return good ? 0 : 1;
}
