#include "problem.hpp"

static void step(const float *__restrict in, float *__restrict out, int width, int height, int depth) {
    const size_t area = size_t(width) * height;
#pragma omp for collapse(2) schedule(static)
    for (int z = 1; z < depth - 1; z++)
        for (int y = 1; y < height - 1; y++) {
            const float *row = in + z * area + size_t(y) * width;
            float *to = out + z * area + size_t(y) * width;
#pragma omp simd
            for (int x = 1; x < width - 1; x++)
                to[x] = row[x] + ALONG * (row[x - 1] + row[x + 1] - 2 * row[x]) + ACROSS * (row[x - width] + row[x + width] - 2 * row[x]) +
                        DEEP * (row[x - int(area)] + row[x + int(area)] - 2 * row[x]);
        }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<float> heat, next;
    measure(
        "heat-3d",
        [&] {
#pragma omp parallel
            for (int i = 0; i < problem.steps; i++) {
                const bool even = i % 2 == 0;
                step(even ? heat.data() : next.data(), even ? next.data() : heat.data(), problem.width, problem.height, problem.depth);
            }
            if (problem.steps % 2) heat.swap(next);
        },
        [&] { return weighted(heat); }, 1, [&] { heat = next = problem.heat; });
}
