// Speckle noise taken out of an image by diffusion that stops at edges; how much is noise comes from the image's own variance.
#pragma once
#include "../pair.hpp"

constexpr float STRENGTH = 0.5f;

struct Problem {
    int side, steps;
    std::vector<float> image;

    explicit Problem(bool small)
        : side(small ? 96 : 1536), steps(small ? 4 : 12), image(samples(size_t(side) * side, [](float x) { return std::exp(x); })) {}
};

// The squared coefficient of variation, of the sums of `count` values and of their squares.
inline float variation(double sum, double squares, double count) {
    const double mean = sum / count, variance = squares / count - mean * mean;
    return static_cast<float>(variance / (mean * mean));
}
