// Prices of Asian call options by random paths: the mean over a path is what is paid for.
#pragma once
#include "../pair.hpp"

constexpr float RATE = 0.03f, VOLATILITY = 0.25f, PI = 3.14159265f;

struct Option {
    float price, strike, years;
};

struct Problem {
    int paths, steps; // of each option, of a path
    std::vector<Option> options;

    explicit Problem(bool small) : paths(small ? 1024 : 1 << 15), steps(small ? 8 : 32) {
        for (int i = 0; i < (small ? 3 : 16); i++) options.push_back({50 + 50 * sample(i), 50 + 50 * sample(i + 100), 0.5f + sample(i + 200)});
    }
};

// What a step of a path does: the logarithm's drift, and its spread by a normal number.
struct Step {
    float drift, spread;
    Step(const Option &option, int steps)
        : drift((RATE - 0.5f * VOLATILITY * VOLATILITY) * option.years / float(steps)), spread(VOLATILITY * std::sqrt(option.years / float(steps))) {}
};
inline float discount(const Option &option) { return std::exp(-RATE * option.years); }

// The first state of a path's generator; `path` counts through all options.
#define FIRST_SEED(path) ((path) * 2654435761u + 12345u | 1u)
