// The cheapest way down a grid from any column of the first row to each of the last, by steps down, or down and aside.
#pragma once
#include "../pair.hpp"

struct Problem {
    int columns, rows;
    std::vector<int> costs; // rows after each other

    explicit Problem(bool small) : columns(small ? 3000 : 1 << 19), rows(small ? 50 : 160), costs(size_t(columns) * rows) {
        for (size_t i = 0; i < costs.size(); i++) costs[i] = chance(i, 10);
    }
};
