// An image convolved with a kernel that is the product of one along rows and one along columns; zeros around the image.
#pragma once
#include "../pair.hpp"

constexpr int RADIUS = 8, TAPS = 2 * RADIUS + 1;

struct Problem {
    int width, height, rounds;
    std::vector<float> image, taps;

    explicit Problem(bool small) : width(small ? 128 : 2048), height(small ? 64 : 2048), rounds(small ? 2 : 5), image(samples(size_t(width) * height)) {
        float total = 0;
        for (int k = -RADIUS; k <= RADIUS; k++) taps.push_back(std::exp(-float(k * k) / 18)), total += taps.back();
        for (float &tap : taps) tap /= total;
    }
};
