#include "problem.hpp"

constexpr int PARTS = 4;

// Each thread counts on its own, in several histograms in turns, so that equal pixels in a row do not wait for each other.
static void count(const unsigned char *image, int pixels, unsigned (&histogram)[SHADES]) {
    for (unsigned &counter : histogram) counter = 0;
#pragma omp parallel
    {
        unsigned counters[PARTS][SHADES] = {};
#pragma omp for schedule(static) nowait
        for (int i = 0; i < pixels; i += PARTS)
            for (int part = 0; part < PARTS; part++) counters[part][image[i + part]]++;
#pragma omp critical
        for (int shade = 0; shade < SHADES; shade++)
            for (int part = 0; part < PARTS; part++) histogram[shade] += counters[part][shade];
    }
}

static void apply(const unsigned char *__restrict in, unsigned char *__restrict out, const unsigned char (&table)[SHADES], int pixels) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < pixels; i++) out[i] = table[in[i]];
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<unsigned char> image, even(problem.pixels);
    measure(
        "image-histogram",
        [&] {
            for (int i = 0; i < problem.rounds; i++) {
                unsigned histogram[SHADES], running = 0;
                unsigned char table[SHADES];
                count(image.data(), problem.pixels, histogram);
                for (int shade = 0; shade < SHADES; shade++) {
                    running += histogram[shade];
                    table[shade] = static_cast<unsigned char>(running * 255ull / problem.pixels);
                }
                apply(image.data(), even.data(), table, problem.pixels);
                image.swap(even);
            }
        },
        [&] { return weighted(image); }, 1, [&] { image = problem.image; });
}
