// Atoms of a Lennard-Jones fluid that move by Verlet's scheme, with lists of neighbours made once.
#pragma once
#include "../pair.hpp"

constexpr float CUTOFF = 2.5f, SKIN = 0.3f, STEP = 0.001f, SPACING = 1.1f;
constexpr int MOST_NEIGHBOURS = 96;

struct Atom {
    float x, y, z, rest;
};

struct Problem {
    int side, atoms, steps;
    std::vector<Atom> places, speeds;
    std::vector<int> counts;      // of each atom's neighbours
    std::vector<int> neighbours;  // MOST_NEIGHBOURS places for each atom, one atom after the other

    explicit Problem(bool small) : side(small ? 8 : 40), atoms(side * side * side), steps(small ? 3 : 10), counts(atoms), neighbours(size_t(atoms) * MOST_NEIGHBOURS) {
        for (int i = 0; i < atoms; i++) {
            const int z = i / (side * side), y = i / side % side, x = i % side;
            const auto aside = [&](int which) { return 0.1f * (sample(uint32_t(i) * 3 + which) - 0.5f); };
            places.push_back({SPACING * float(x) + aside(0), SPACING * float(y) + aside(1), SPACING * float(z) + aside(2), 0});
        }
        speeds.assign(atoms, Atom{});
        for (int i = 0; i < atoms; i++) find_neighbours(i);
    }

private:
    void find_neighbours(int i) {
        const int z = i / (side * side), y = i / side % side, x = i % side;
        const auto near = [this](int at, int d) { return at + d >= 0 && at + d < side; };
        for (int dz = -2; dz <= 2; dz++)
            for (int dy = -2; dy <= 2; dy++)
                for (int dx = -2; dx <= 2; dx++) {
                    const int j = i + (dz * side + dy) * side + dx;
                    if (j == i || !near(x, dx) || !near(y, dy) || !near(z, dz)) continue;
                    const float ax = places[i].x - places[j].x, ay = places[i].y - places[j].y, az = places[i].z - places[j].z;
                    const float reach = CUTOFF + SKIN;
                    if (ax * ax + ay * ay + az * az < reach * reach && counts[i] < MOST_NEIGHBOURS) neighbours[size_t(i) * MOST_NEIGHBOURS + counts[i]++] = j;
                }
    }
};

inline double checksum(const std::vector<Atom> &speeds) {
    double total = 0;
    for (const Atom &speed : speeds) total += std::fabs(speed.x) + 2 * std::fabs(speed.y) + 3 * std::fabs(speed.z);
    return total;
}
