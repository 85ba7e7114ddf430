#include "problem.hpp"

constexpr int CHUNK = 8192, PYRAMID = 20, FAR = 1 << 28;

// A chunk of columns goes `rows` rows down in the cache, with what it needs of its neighbours' columns.
static void descend(const int *costs, const int *from, int *to, int columns, int rows, int begin) {
    int buffers[2][CHUNK + 2 * PYRAMID + 2];
    const int end = std::min(columns, begin + CHUNK), low = std::max(0, begin - rows), high = std::min(columns, end + rows);
    int *now = buffers[0] + 1, *then = buffers[1] + 1; // column `low` is the first
    std::copy(from + low, from + high, now);
    now[-1] = then[-1] = now[high - low] = then[high - low] = FAR;
    for (int row = 0; row < rows; row++) {
        const int *cost = costs + size_t(row) * columns + low;
#pragma omp simd
        for (int x = 0; x < high - low; x++) then[x] = std::min(now[x], std::min(now[x - 1], now[x + 1])) + cost[x];
        std::swap(now, then);
    }
    std::copy(now + begin - low, now + end - low, to + begin);
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<int> best, next(problem.columns);
    measure(
        "path-finder",
        [&] {
            for (int row = 1; row < problem.rows; row += PYRAMID) {
                const int rows = std::min(PYRAMID, problem.rows - row);
#pragma omp parallel for schedule(static)
                for (int begin = 0; begin < problem.columns; begin += CHUNK)
                    descend(problem.costs.data() + size_t(row) * problem.columns, best.data(), next.data(), problem.columns, rows, begin);
                best.swap(next);
            }
        },
        [&] { return weighted(best); }, 1, [&] { best.assign(problem.costs.begin(), problem.costs.begin() + problem.columns); });
}
