// Levels of a breadth-first search in a directed graph with near and far edges, in compressed rows.
#pragma once
#include "../pair.hpp"

constexpr int UNSEEN = -1;

struct Problem {
    int nodes;
    std::vector<int> first, edges; // edges of a node: first[node] up to first[node + 1]

    explicit Problem(bool small) : nodes(small ? 5000 : 1 << 20) {
        for (int node = 0; node < nodes; node++) {
            first.push_back(int(edges.size()));
            const int degree = 2 + chance(node, 12);
            for (int k = 0; k < degree; k++) {
                const size_t seed = size_t(node) * 16 + k + nodes;
                const int to = k % 2 ? chance(seed, nodes) : node + chance(seed, 2000) - 1000;
                edges.push_back(std::min(nodes - 1, std::max(0, to)));
            }
        }
        first.push_back(int(edges.size()));
    }
};
