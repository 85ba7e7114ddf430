// Heat in a block: an explicit scheme of seven points; what is on the surface stays as it is.
#pragma once
#include "../pair.hpp"

constexpr float ALONG = 0.1f, ACROSS = 0.12f, DEEP = 0.08f;

struct Problem {
    int width, height, depth, steps;
    std::vector<float> heat;

    explicit Problem(bool small)
        : width(small ? 64 : 256), height(small ? 32 : 192), depth(small ? 12 : 128), steps(small ? 4 : 20),
          heat(samples(size_t(width) * height * depth, [](float x) { return 300 + 60 * x; })) {}
};
