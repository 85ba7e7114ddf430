// Particles in cubic cells that act on those of their own and the 26 cells around, by a potential that falls off exponentially.
#pragma once
#include "../pair.hpp"

constexpr int BODIES_IN_CELL = 96, NEIGHBOURS = 27;
constexpr float FALL_OFF = 0.5f;

struct Body {
    float x, y, z, charge;
};

struct Problem {
    int side, cells;
    std::vector<Body> bodies;     // those of a cell after each other
    std::vector<int> neighbours;  // NEIGHBOURS of each cell, itself first; -1 for what is outside

    explicit Problem(bool small) : side(small ? 3 : 10), cells(side * side * side) {
        for (int cell = 0; cell < cells; cell++) {
            const int z = cell / (side * side), y = cell / side % side, x = cell % side;
            for (int i = 0; i < BODIES_IN_CELL; i++) {
                const uint32_t seed = uint32_t(cell * BODIES_IN_CELL + i) * 4;
                bodies.push_back({float(x) + sample(seed), float(y) + sample(seed + 1), float(z) + sample(seed + 2), sample(seed + 3)});
            }
            for (int k = 0; k < NEIGHBOURS; k++) {
                const int around = k == 0 ? 13 : k <= 13 ? k - 1 : k;
                const int nx = x + around % 3 - 1, ny = y + around / 3 % 3 - 1, nz = z + around / 9 - 1;
                const bool outside = nx < 0 || ny < 0 || nz < 0 || nx >= side || ny >= side || nz >= side;
                neighbours.push_back(outside ? -1 : (nz * side + ny) * side + nx);
            }
        }
    }
};

inline double checksum(const std::vector<Body> &forces) {
    double total = 0;
    for (const Body &force : forces) total += std::fabs(force.x) + 2 * std::fabs(force.y) + 3 * std::fabs(force.z) + force.charge;
    return total;
}
