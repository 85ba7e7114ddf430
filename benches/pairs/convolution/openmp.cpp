#include "problem.hpp"

constexpr int STRIP = 512; // columns whose sums stay in the first cache

static void along_rows(const float *__restrict in, float *__restrict out, const float *taps, int width, int height) {
#pragma omp for schedule(static)
    for (int y = 0; y < height; y++) {
        const float *row = in + size_t(y) * width;
        float *to = out + size_t(y) * width;
        const auto near_an_edge = [&](int x) {
            float sum = 0;
            for (int k = std::max(-RADIUS, -x); k <= std::min(RADIUS, width - 1 - x); k++) sum += taps[RADIUS + k] * row[x + k];
            to[x] = sum;
        };
        for (int x = 0; x < RADIUS; x++) near_an_edge(x);
#pragma omp simd
        for (int x = RADIUS; x < width - RADIUS; x++) {
            float sum = 0;
            for (int k = -RADIUS; k <= RADIUS; k++) sum += taps[RADIUS + k] * row[x + k];
            to[x] = sum;
        }
        for (int x = width - RADIUS; x < width; x++) near_an_edge(x);
    }
}

static void down_columns(const float *__restrict in, float *__restrict out, const float *taps, int width, int height) {
#pragma omp for collapse(2) schedule(static)
    for (int y = 0; y < height; y++)
        for (int first = 0; first < width; first += STRIP) {
            const int last = std::min(width, first + STRIP), low = std::max(-RADIUS, -y), high = std::min(RADIUS, height - 1 - y);
            float *to = out + size_t(y) * width;
            if (low == -RADIUS && high == RADIUS) {
#pragma omp simd
                for (int x = first; x < last; x++) {
                    float sum = 0;
                    for (int k = -RADIUS; k <= RADIUS; k++) sum += taps[RADIUS + k] * in[size_t(y + k) * width + x];
                    to[x] = sum;
                }
                continue;
            }
            for (int x = first; x < last; x++) {
                float sum = 0;
                for (int k = low; k <= high; k++) sum += taps[RADIUS + k] * in[size_t(y + k) * width + x];
                to[x] = sum;
            }
        }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<float> image, between(problem.image.size());
    measure(
        "convolution",
        [&] {
#pragma omp parallel
            for (int i = 0; i < problem.rounds; i++) {
                along_rows(image.data(), between.data(), problem.taps.data(), problem.width, problem.height);
                down_columns(between.data(), image.data(), problem.taps.data(), problem.width, problem.height);
            }
        },
        [&] { return weighted(image); }, 1, [&] { image = problem.image; });
}
