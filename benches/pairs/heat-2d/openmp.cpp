#include "problem.hpp"

static inline float updated(float here, float around, float power) {
    return here + CONDUCTION * (around - 4 * here) + LOSS * (AMBIENT - here) + power;
}

static void step(const float *__restrict in, const float *__restrict power, float *__restrict out, int side) {
#pragma omp for schedule(static)
    for (int y = 0; y < side; y++) {
        const float *row = in + size_t(y) * side, *up = y ? row - side : row, *down = y + 1 < side ? row + side : row;
        const float *sources = power + size_t(y) * side;
        float *to = out + size_t(y) * side;
        const int last = side - 1;
        to[0] = updated(row[0], up[0] + down[0] + row[0] + row[1], sources[0]);
#pragma omp simd
        for (int x = 1; x < last; x++) to[x] = updated(row[x], up[x] + down[x] + row[x - 1] + row[x + 1], sources[x]);
        to[last] = updated(row[last], up[last] + down[last] + row[last - 1] + row[last], sources[last]);
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<float> heat, next(problem.heat.size());
    measure(
        "heat-2d",
        [&] {
#pragma omp parallel
            for (int i = 0; i < problem.steps; i++) {
                const bool even = i % 2 == 0;
                step(even ? heat.data() : next.data(), problem.power.data(), even ? next.data() : heat.data(), problem.side);
            }
            if (problem.steps % 2) heat.swap(next);
        },
        [&] { return weighted(heat); }, 1, [&] { heat = problem.heat; });
}
