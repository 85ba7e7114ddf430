// An image of bytes made even: its histogram, the running sums of that as a table, and every pixel through the table.
#pragma once
#include "../pair.hpp"

constexpr int SHADES = 256;

struct Problem {
    int pixels, rounds; // as many images, one after the other, are made even
    std::vector<unsigned char> image;

    explicit Problem(bool small) : pixels(small ? 20000 : 1 << 24), rounds(small ? 2 : 4), image(pixels) {
        for (int i = 0; i < pixels; i++) image[i] = static_cast<unsigned char>(sample(i) * sample(i + 77) * 256);
    }
};
