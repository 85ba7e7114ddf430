#include "problem.hpp"

static inline float uniform(unsigned &seed) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return float((seed >> 8) + 1) * (1.0f / 16777217.0f);
}

constexpr int TOGETHER = 64; // paths that take a step together

static double simulate(const Option &option, const Step &step, int steps, int paths, unsigned first) {
    double all = 0;
#pragma omp parallel for schedule(static) reduction(+ : all)
    for (int group = 0; group < paths; group += TOGETHER) {
        unsigned seeds[TOGETHER];
        float logarithm[TOGETHER] = {}, total[TOGETHER] = {};
        for (int i = 0; i < TOGETHER; i++) seeds[i] = FIRST_SEED(first + group + i);
        for (int k = 0; k < steps; k += 2) {
#pragma omp simd
            for (int i = 0; i < TOGETHER; i++) {
                // Two normal numbers at a time, by Box and Muller.
                const float radius = std::sqrt(-2 * std::log(uniform(seeds[i]))), angle = 2 * PI * uniform(seeds[i]);
                const float once = logarithm[i] + step.drift + step.spread * radius * std::cos(angle);
                logarithm[i] = once + step.drift + step.spread * radius * std::sin(angle);
                total[i] += std::exp(once) + std::exp(logarithm[i]);
            }
        }
        for (int i = 0; i < TOGETHER; i++) all += std::max(option.price * total[i] / float(steps) - option.strike, 0.0f);
    }
    return all;
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<double> prices;
    measure(
        "monte-carlo",
        [&] {
            prices.clear();
            for (size_t i = 0; i < problem.options.size(); i++) {
                const Option &option = problem.options[i];
                const double total = simulate(option, Step(option, problem.steps), problem.steps, problem.paths, unsigned(i * problem.paths));
                prices.push_back(discount(option) * total / problem.paths);
            }
        },
        [&] { return weighted(prices); });
}
