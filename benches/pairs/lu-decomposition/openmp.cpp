#include "problem.hpp"

constexpr int SIDE = 32;

static void diagonal(float *tile, int n) {
    for (int k = 0; k < SIDE - 1; k++)
        for (int i = k + 1; i < SIDE; i++) {
            const float factor = tile[size_t(i) * n + k] /= tile[size_t(k) * n + k];
            for (int j = k + 1; j < SIDE; j++) tile[size_t(i) * n + j] -= factor * tile[size_t(k) * n + j];
        }
}

static void right(const float *__restrict corner, float *__restrict tile, int n) {
    for (int i = 1; i < SIDE; i++)
        for (int k = 0; k < i; k++) {
            const float factor = corner[size_t(i) * n + k];
#pragma omp simd
            for (int j = 0; j < SIDE; j++) tile[size_t(i) * n + j] -= factor * tile[size_t(k) * n + j];
        }
}

static void below(const float *__restrict corner, float *__restrict tile, int n) {
    for (int i = 0; i < SIDE; i++) {
        float *row = tile + size_t(i) * n;
        for (int k = 0; k < SIDE; k++) {
            const float factor = row[k] /= corner[size_t(k) * n + k];
#pragma omp simd
            for (int j = k + 1; j < SIDE; j++) row[j] -= factor * corner[size_t(k) * n + j];
        }
    }
}

// Four rows at a time, in registers. The tile above is copied: rows of a large matrix fall on few places of a cache.
static void inside(const float *__restrict left, const float *__restrict above, float *__restrict tile, int n) {
    constexpr int TOGETHER = 4;
    alignas(64) float copy[SIDE][SIDE];
    for (int k = 0; k < SIDE; k++) std::copy_n(above + size_t(k) * n, SIDE, copy[k]);
    for (int i = 0; i < SIDE; i += TOGETHER) {
        alignas(64) float sums[TOGETHER][SIDE] = {};
        for (int k = 0; k < SIDE; k++)
            for (int row = 0; row < TOGETHER; row++) {
                const float factor = left[size_t(i + row) * n + k];
#pragma omp simd
                for (int j = 0; j < SIDE; j++) sums[row][j] += factor * copy[k][j];
            }
        for (int row = 0; row < TOGETHER; row++)
            for (int j = 0; j < SIDE; j++) tile[size_t(i + row) * n + j] -= sums[row][j];
    }
}

static void decompose(float *matrix, int n) {
    const auto tile = [=](int i, int j) { return matrix + size_t(i) * n + j; };
#pragma omp parallel
    for (int at = 0; at < n; at += SIDE) {
#pragma omp single
        diagonal(tile(at, at), n);
#pragma omp for schedule(static)
        for (int away = at + SIDE; away < n; away += SIDE) {
            right(tile(at, at), tile(at, away), n);
            below(tile(at, at), tile(away, at), n);
        }
#pragma omp for collapse(2) schedule(static)
        for (int i = at + SIDE; i < n; i += SIDE)
            for (int j = at + SIDE; j < n; j += SIDE) inside(tile(i, at), tile(at, j), tile(i, j), n);
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<float> matrix;
    measure("lu-decomposition", [&] { decompose(matrix.data(), problem.n); }, [&] { return weighted(matrix); }, 1, [&] { matrix = problem.matrix; });
}
