#include "problem.hpp"

// The slopes are cheap: they are computed again where they are used, which takes less than to keep them in memory.
static inline float conductance(float here, float north, float south, float west, float east, float noise) {
    const float gradient = (north * north + south * south + west * west + east * east) / (here * here);
    const float laplacian = (north + south + west + east) / here, scale = 1 + 0.25f * laplacian;
    const float q = (0.5f * gradient - 0.0625f * laplacian * laplacian) / (scale * scale);
    const float c = 1 / (1 + (q - noise) / (noise * (1 + noise)));
    return c < 0 ? 0.0f : c > 1 ? 1.0f : c;
}

static void conductances(const float *__restrict image, float *__restrict conduction, int side, float noise) {
#pragma omp parallel for schedule(static)
    for (int y = 0; y < side; y++) {
        const float *row = image + size_t(y) * side, *up = y ? row - side : row, *down = y + 1 < side ? row + side : row;
        const auto at = [=](int x, int left, int right) {
            const float here = row[x];
            return conductance(here, up[x] - here, down[x] - here, row[left] - here, row[right] - here, noise);
        };
        float *to = conduction + size_t(y) * side;
        to[0] = at(0, 0, 1);
#pragma omp simd
        for (int x = 1; x < side - 1; x++) to[x] = at(x, x - 1, x + 1);
        to[side - 1] = at(side - 1, side - 2, side - 1);
    }
}

static void diffuse(const float *__restrict image, float *__restrict next, const float *__restrict conduction, int side) {
#pragma omp parallel for schedule(static)
    for (int y = 0; y < side; y++) {
        const float *row = image + size_t(y) * side, *up = y ? row - side : row, *down = y + 1 < side ? row + side : row;
        const float *c = conduction + size_t(y) * side, *c_down = y + 1 < side ? c + side : c;
        const auto at = [=](int x, int left, int right) {
            const float here = row[x];
            const float flow = c[x] * (up[x] - here + row[left] - here) + c_down[x] * (down[x] - here) + c[right] * (row[right] - here);
            return here + 0.25f * STRENGTH * flow;
        };
        float *to = next + size_t(y) * side;
        to[0] = at(0, 0, 1);
#pragma omp simd
        for (int x = 1; x < side - 1; x++) to[x] = at(x, x - 1, x + 1);
        to[side - 1] = at(side - 1, side - 2, side - 1);
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    const int count = int(problem.image.size());
    std::vector<float> image, next(count), conduction(count);
    measure(
        "speckle-reduction",
        [&] {
            for (int i = 0; i < problem.steps; i++) {
                double sum = 0, squares = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : sum, squares)
                for (int k = 0; k < count; k++) sum += image[k], squares += image[k] * image[k];
                conductances(image.data(), conduction.data(), problem.side, variation(sum, squares, count));
                diffuse(image.data(), next.data(), conduction.data(), problem.side);
                image.swap(next);
            }
        },
        [&] { return weighted(image); }, 1, [&] { image = problem.image; });
}
