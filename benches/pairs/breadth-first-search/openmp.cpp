#include "problem.hpp"

static bool claim(int *level, int depth) {
    int expected = UNSEEN;
    return __atomic_load_n(level, __ATOMIC_RELAXED) == UNSEEN &&
           __atomic_compare_exchange_n(level, &expected, depth, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

// Each thread gathers what it finds and appends that to the next frontier at once.
static int expand(const Problem &problem, int *level, const int *frontier, int count, int *next, int depth) {
    int tail = 0;
#pragma omp parallel
    {
        std::vector<int> found;
#pragma omp for schedule(dynamic, 512) nowait
        for (int i = 0; i < count; i++) {
            const int node = frontier[i];
            for (int edge = problem.first[node]; edge < problem.first[node + 1]; edge++) {
                const int to = problem.edges[edge];
                if (claim(&level[to], depth)) found.push_back(to);
            }
        }
        const int base = __atomic_fetch_add(&tail, int(found.size()), __ATOMIC_RELAXED);
        std::copy(found.begin(), found.end(), next + base);
    }
    return tail;
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<int> level(problem.nodes), frontier(problem.nodes), next(problem.nodes);
    measure(
        "breadth-first-search",
        [&] {
            level[0] = frontier[0] = 0;
            int count = 1;
            for (int depth = 1; count > 0; depth++) {
                count = expand(problem, level.data(), frontier.data(), count, next.data(), depth);
                frontier.swap(next);
            }
        },
        [&] { return weighted(level); }, 1, [&] { std::fill(level.begin(), level.end(), UNSEEN); });
}
