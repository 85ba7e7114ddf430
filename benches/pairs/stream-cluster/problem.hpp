// The inner loop of clustering a stream: candidates are tried as further centres, and open where that lowers the cost of all points,
// a centre's own cost included; centres that this leaves without need close.
#pragma once
#include "../pair.hpp"

constexpr int DIMENSIONS = 32;

struct Problem {
    int points, candidates;
    float price;                // of a centre
    std::vector<float> places;  // all of the first dimension, then all of the second

    explicit Problem(bool small) : points(small ? 2000 : 1 << 16), candidates(small ? 12 : 64), price(float(points) / 8), places(size_t(points) * DIMENSIONS) {
        for (int i = 0; i < points; i++)
            for (int d = 0; d < DIMENSIONS; d++)
                places[size_t(d) * points + i] = sample(chance(i, 24) * DIMENSIONS + d) + 0.5f * (sample(i * DIMENSIONS + d + 5000) - 0.5f);
    }
    int candidate(int number) const { return chance(number + points, points); }
};

// What is known of the points and centres between two candidates; the first point is the first centre.
struct Centres {
    std::vector<int> open;  // the centres' points
    double cost = 0;        // of all points, without the centres' price
};
