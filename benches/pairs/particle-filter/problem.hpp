// A disc that moves through noisy frames, followed by a particle filter: move the particles by chance, weigh them by the pixels
// of the disc around each, and draw new ones by their weights.
#pragma once
#include "../pair.hpp"

constexpr int RADIUS = 4, MOST_OFFSETS = 64;
constexpr float DISC = 228, FIELD = 100, PI = 3.14159265f;

struct Offset {
    int x, y;
};

struct Problem {
    int particles, frames, side;
    std::vector<Offset> offsets;       // of the disc's pixels
    std::vector<unsigned char> video;  // frames after each other
    std::vector<unsigned> seeds;       // one for each particle, not zero
    float x, y;                        // where the disc is first

    explicit Problem(bool small) : particles(small ? 2048 : 1 << 16), frames(small ? 4 : 16), side(256), x(64), y(96) {
        for (int dy = -RADIUS; dy <= RADIUS; dy++)
            for (int dx = -RADIUS; dx <= RADIUS; dx++)
                if (dx * dx + dy * dy <= RADIUS * RADIUS) offsets.push_back({dx, dy});
        for (int frame = 0; frame < frames; frame++)
            for (int i = 0; i < side * side; i++) {
                const float dx = float(i % side) - x - 2 * float(frame + 1), dy = float(i / side) - y - float(frame + 1);
                const bool lit = dx * dx + dy * dy <= RADIUS * RADIUS;
                video.push_back(static_cast<unsigned char>((lit ? DISC : FIELD) + 20 * (sample(frame * side * side + i) - 0.5f)));
            }
        for (int i = 0; i < particles; i++) seeds.push_back(unsigned(chance(i, 1 << 30)) * 2 + 1);
    }
};
