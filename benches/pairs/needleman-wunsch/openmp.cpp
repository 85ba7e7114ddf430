#include "problem.hpp"

constexpr int SIDE = 128;

// A tile row by row: first what comes from the row above, which is independent, then what comes from the left.
static void fill(int *scores, const Problem &problem, int y, int x) {
    const size_t width = problem.length + 1;
    for (int i = 0; i < SIDE; i++) {
        const int *above = scores + (y + i) * width + x;
        int *row = scores + (y + i + 1) * width + x + 1;
        const int *worth = problem.profile.data() + size_t(problem.letters[y + i]) * problem.length + x;
        int best[SIDE];
#pragma omp simd
        for (int j = 0; j < SIDE; j++) best[j] = std::max(above[j] + worth[j], above[j + 1] - GAP);
        int left = row[-1];
        for (int j = 0; j < SIDE; j++) row[j] = left = std::max(best[j], left - GAP);
    }
}

static void align(int *scores, const Problem &problem) {
    const int tiles = problem.length / SIDE;
#pragma omp parallel
    for (int diagonal = 0; diagonal < 2 * tiles - 1; diagonal++) {
        const int first = std::max(0, diagonal - tiles + 1), last = std::min(diagonal, tiles - 1);
#pragma omp for schedule(static)
        for (int tile = first; tile <= last; tile++) fill(scores, problem, (diagonal - tile) * SIDE, tile * SIDE);
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<int> scores;
    measure("needleman-wunsch", [&] { align(scores.data(), problem); }, [&] { return weighted(scores); }, 1, [&] { scores = problem.table(); });
}
