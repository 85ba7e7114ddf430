#include "problem.hpp"

static void eliminate(float *__restrict matrix, float *__restrict right, int n) {
#pragma omp parallel
    for (int column = 0; column < n - 1; column++) {
        const float *pivot = matrix + size_t(column) * n;
#pragma omp for schedule(static)
        for (int i = column + 1; i < n; i++) {
            float *row = matrix + size_t(i) * n;
            const float factor = row[column] / pivot[column];
#pragma omp simd
            for (int j = column; j < n; j++) row[j] -= factor * pivot[j];
            right[i] -= factor * right[column];
        }
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<float> matrix, right, result;
    measure(
        "gaussian-elimination",
        [&] {
            eliminate(matrix.data(), right.data(), problem.n);
            result = back_substituted(matrix, right);
        },
        [&] { return weighted(result); }, 1, [&] { matrix = problem.matrix, right = problem.right; });
}
