// Heat in a plate with sources: an explicit scheme of five points, edges that let nothing through.
#pragma once
#include "../pair.hpp"

constexpr float CONDUCTION = 0.2f, LOSS = 0.01f, AMBIENT = 300.0f;

struct Problem {
    int side, steps;
    std::vector<float> heat, power;

    explicit Problem(bool small)
        : side(small ? 96 : 2048), steps(small ? 5 : 30), heat(samples(size_t(side) * side, [](float x) { return 300 + 60 * x; })),
          power(samples(size_t(side) * side, [](float x) { return x > 0.9f ? 4 * x : 0.0f; })) {}
};
