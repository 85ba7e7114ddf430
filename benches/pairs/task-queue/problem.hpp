// The Mandelbrot set by Mariani and Silver's subdivision: a square whose border takes the same number of iterations everywhere is
// filled, others are split into four, small ones are computed. Squares are tasks in a queue, which make further tasks.
#pragma once
#include "../pair.hpp"

constexpr int LEAST = 16; // the side of squares that are not split

struct Square {
    int x, y, side;
};

struct Problem {
    int side, most; // of the image, of iterations
    std::vector<Square> squares;

    explicit Problem(bool small) : side(small ? 256 : 2048), most(small ? 64 : 512) {
        const int first = side / 8;
        for (int y = 0; y < side; y += first)
            for (int x = 0; x < side; x += first) squares.push_back({x, y, first});
    }
    // Of all tasks that there can be.
    size_t capacity() const { return size_t(side / LEAST) * (side / LEAST) * 2; }
};
