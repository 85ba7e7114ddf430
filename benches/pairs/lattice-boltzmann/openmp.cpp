#include "problem.hpp"

static inline float relaxed(float now, float weight, float density, float along, float square) {
    const float wanted = weight * density * (1 + 3 * along + 4.5f * along * along - 1.5f * square);
    return now + RATE * (wanted - now);
}

// Rows of the nine directions in a lattice, those that come from the rows below and above among them.
struct Rows {
    const float *from[DIRECTIONS];
    float *to[DIRECTIONS];
};

__attribute__((always_inline)) static inline void update(const Rows &rows, const char *solid, int x, int west, int east) {
    const float f0 = rows.from[0][x], f1 = rows.from[1][west], f2 = rows.from[2][x], f3 = rows.from[3][east], f4 = rows.from[4][x];
    const float f5 = rows.from[5][west], f6 = rows.from[6][east], f7 = rows.from[7][east], f8 = rows.from[8][west];
    const float density = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8;
    const float u = (f1 + f5 + f8 - f3 - f6 - f7) / density + PUSH, v = (f2 + f5 + f6 - f4 - f7 - f8) / density, square = u * u + v * v;
    const bool back = solid[x];
    rows.to[0][x] = back ? f0 : relaxed(f0, 4 / 9.0f, density, 0, square);
    rows.to[1][x] = back ? f3 : relaxed(f1, 1 / 9.0f, density, u, square);
    rows.to[2][x] = back ? f4 : relaxed(f2, 1 / 9.0f, density, v, square);
    rows.to[3][x] = back ? f1 : relaxed(f3, 1 / 9.0f, density, -u, square);
    rows.to[4][x] = back ? f2 : relaxed(f4, 1 / 9.0f, density, -v, square);
    rows.to[5][x] = back ? f7 : relaxed(f5, 1 / 36.0f, density, u + v, square);
    rows.to[6][x] = back ? f8 : relaxed(f6, 1 / 36.0f, density, v - u, square);
    rows.to[7][x] = back ? f5 : relaxed(f7, 1 / 36.0f, density, -u - v, square);
    rows.to[8][x] = back ? f6 : relaxed(f8, 1 / 36.0f, density, u - v, square);
}

static void step(const float *in, float *out, const char *solid, int width, int height) {
    const size_t count = size_t(width) * height;
#pragma omp for schedule(static)
    for (int y = 0; y < height; y++) {
        const int below = std::max(y - 1, 0), above = std::min(y + 1, height - 1);
        const int source[DIRECTIONS] = {y, y, below, y, above, below, below, above, above};
        Rows rows;
        for (int d = 0; d < DIRECTIONS; d++) {
            rows.from[d] = in + d * count + size_t(source[d]) * width;
            rows.to[d] = out + d * count + size_t(y) * width;
        }
        const char *wall = solid + size_t(y) * width;
        update(rows, wall, 0, width - 1, 1);
#pragma omp simd
        for (int x = 1; x < width - 1; x++) update(rows, wall, x, x - 1, x + 1);
        update(rows, wall, width - 1, width - 2, 0);
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<float> cells, next(problem.cells.size());
    measure(
        "lattice-boltzmann",
        [&] {
#pragma omp parallel
            for (int i = 0; i < problem.steps; i++) {
                const bool even = i % 2 == 0;
                step(even ? cells.data() : next.data(), even ? next.data() : cells.data(), problem.solid.data(), problem.width, problem.height);
            }
            if (problem.steps % 2) cells.swap(next);
        },
        [&] { return weighted(cells); }, 1, [&] { cells = problem.cells; });
}
