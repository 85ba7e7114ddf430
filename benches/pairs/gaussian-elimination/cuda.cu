#include "problem.hpp"
#include "../device.cuh"

constexpr int ROW_THREADS = 256, SIDE = 16;

__global__ void factors(const float *matrix, float *factor, int n, int column) {
    const int i = column + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) factor[i] = matrix[i * n + column] / matrix[column * n + column];
}

__global__ void eliminate(float *matrix, float *right, const float *factor, int n, int column) {
    const int j = column + blockIdx.x * blockDim.x + threadIdx.x, i = column + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    matrix[i * n + j] -= factor[i] * matrix[column * n + j];
    if (j == column) right[i] -= factor[i] * right[column];
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    const int n = problem.n;
    DeviceArray<float> matrix(problem.matrix.size()), right(n), factor(n);
    std::vector<float> upper(problem.matrix.size()), sides(n), result;
    measure(
        "gaussian-elimination",
        [&] {
            matrix.upload(problem.matrix);
            right.upload(problem.right);
            for (int column = 0; column < n - 1; column++) {
                const int left = n - column;
                factors<<<blocks(left - 1, ROW_THREADS), ROW_THREADS>>>(matrix.data(), factor.data(), n, column);
                eliminate<<<dim3(blocks(left, SIDE), blocks(left - 1, SIDE)), dim3(SIDE, SIDE)>>>(matrix.data(), right.data(), factor.data(), n, column);
            }
            CHECK(cudaGetLastError());
            matrix.download(upper);
            right.download(sides);
            result = back_substituted(upper, sides);
        },
        [&] { return weighted(result); });
}
