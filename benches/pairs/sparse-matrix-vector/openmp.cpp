#include "problem.hpp"

static void multiply(const Problem &problem, const float *__restrict in, float *__restrict out) {
    const int *columns = problem.columns.data();
    const float *values = problem.values.data();
#pragma omp for schedule(static)
    for (int row = 0; row < problem.rows; row++) {
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int k = problem.first[row]; k < problem.first[row + 1]; k++) sum += values[k] * in[columns[k]];
        out[row] = SCALE * sum;
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<float> x, y(problem.rows);
    measure(
        "sparse-matrix-vector",
        [&] {
#pragma omp parallel
            for (int i = 0; i < problem.rounds; i++) {
                const bool even = i % 2 == 0;
                multiply(problem, even ? x.data() : y.data(), even ? y.data() : x.data());
            }
            if (problem.rounds % 2) x.swap(y);
        },
        [&] { return weighted(x); }, 1, [&] { x = problem.start; });
}
