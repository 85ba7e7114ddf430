// A fluid pushed through a channel with round obstacles: the lattice Boltzmann method with nine directions and one time of relaxation.
#pragma once
#include "../pair.hpp"

constexpr int DIRECTIONS = 9;
constexpr float RATE = 1.2f, PUSH = 1e-5f; // of relaxation; a force along the channel

struct Problem {
    int width, height, steps;
    std::vector<float> cells; // all of the first direction, then all of the second
    std::vector<char> solid;

    explicit Problem(bool small) : width(small ? 128 : 768), height(small ? 32 : 512), steps(small ? 5 : 40), solid(size_t(width) * height) {
        const float weights[DIRECTIONS] = {4 / 9.0f, 1 / 9.0f, 1 / 9.0f, 1 / 9.0f, 1 / 9.0f, 1 / 36.0f, 1 / 36.0f, 1 / 36.0f, 1 / 36.0f};
        const int count = width * height;
        for (int d = 0; d < DIRECTIONS; d++)
            for (int i = 0; i < count; i++) cells.push_back(weights[d] * (1 + 0.01f * (sample(i) - 0.5f)));
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                const int dx = x % 128 - 64, dy = (y + x / 128 * 48) % 128 - 64;
                solid[size_t(y) * width + x] = y == 0 || y == height - 1 || dx * dx + dy * dy < 12 * 12;
            }
    }
};

// The order of directions: at rest, east, north, west, south, north-east, north-west, south-west, south-east.
