// Clusters of points by their nearest centre, and centres that move to the means of their clusters, a number of rounds.
#pragma once
#include "../pair.hpp"

constexpr int FEATURES = 16, CLUSTERS = 16;

struct Problem {
    int points, rounds;
    std::vector<float> features, centres; // features: all of the first feature, then all of the second; centres: one after the other

    explicit Problem(bool small) : points(small ? 3000 : 1 << 18), rounds(small ? 3 : 12), features(size_t(points) * FEATURES), centres(CLUSTERS * FEATURES) {
        for (int i = 0; i < points; i++) {
            const int around = chance(i, CLUSTERS);
            for (int f = 0; f < FEATURES; f++)
                features[size_t(f) * points + i] = sample(around * FEATURES + f) + 0.8f * (sample(i * FEATURES + f + 1000) - 0.5f);
        }
        for (int c = 0; c < CLUSTERS; c++)
            for (int f = 0; f < FEATURES; f++) centres[c * FEATURES + f] = features[size_t(f) * points + c];
    }
};

// The means of clusters; a centre without points stays where it was.
inline void move(std::vector<float> &centres, const std::vector<float> &sums, const std::vector<int> &counts) {
    for (int c = 0; c < CLUSTERS; c++)
        for (int f = 0; f < FEATURES && counts[c]; f++) centres[c * FEATURES + f] = sums[c * FEATURES + f] / float(counts[c]);
}
