#include "problem.hpp"
#include "../device.cuh"

constexpr int SIDE = 16;

// One block of SIDE threads decomposes the tile on the diagonal; a thread has a row of it.
__global__ void diagonal(float *matrix, int n, int at) {
    __shared__ float tile[SIDE][SIDE + 1];
    const int t = threadIdx.x;
    for (int i = 0; i < SIDE; i++) tile[i][t] = matrix[(at + i) * n + at + t];
    __syncthreads();
    for (int k = 0; k < SIDE - 1; k++) {
        if (t > k) {
            const float factor = tile[t][k] / tile[k][k];
            tile[t][k] = factor;
            for (int j = k + 1; j < SIDE; j++) tile[t][j] -= factor * tile[k][j];
        }
        __syncthreads();
    }
    for (int i = 0; i < SIDE; i++) matrix[(at + i) * n + at + t] = tile[i][t];
}

// Half of the threads solve for a tile right of the diagonal, the other half for one below it.
__global__ void borders(float *matrix, int n, int at) {
    __shared__ float corner[SIDE][SIDE + 1], row[SIDE][SIDE + 1], column[SIDE][SIDE + 1];
    const int t = threadIdx.x % SIDE, away = at + (blockIdx.x + 1) * SIDE;
    const bool right = threadIdx.x < SIDE;
    for (int i = 0; i < SIDE; i++) {
        if (right) {
            corner[i][t] = matrix[(at + i) * n + at + t];
            row[i][t] = matrix[(at + i) * n + away + t];
        } else {
            column[i][t] = matrix[(away + i) * n + at + t];
        }
    }
    __syncthreads();
    if (right) {
        for (int i = 1; i < SIDE; i++)
            for (int k = 0; k < i; k++) row[i][t] -= corner[i][k] * row[k][t];
    } else {
        for (int j = 0; j < SIDE; j++) {
            for (int k = 0; k < j; k++) column[t][j] -= column[t][k] * corner[k][j];
            column[t][j] /= corner[j][j];
        }
    }
    __syncthreads();
    for (int i = 0; i < SIDE; i++) {
        if (right)
            matrix[(at + i) * n + away + t] = row[i][t];
        else
            matrix[(away + i) * n + at + t] = column[i][t];
    }
}

__global__ void inside(float *matrix, int n, int at) {
    __shared__ float left[SIDE][SIDE], above[SIDE][SIDE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = at + (blockIdx.x + 1) * SIDE + tx, y = at + (blockIdx.y + 1) * SIDE + ty;
    left[ty][tx] = matrix[y * n + at + tx];
    above[ty][tx] = matrix[(at + ty) * n + x];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < SIDE; k++) sum += left[ty][k] * above[k][tx];
    matrix[y * n + x] -= sum;
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    DeviceArray<float> matrix(problem.matrix.size());
    std::vector<float> result(problem.matrix.size());
    measure(
        "lu-decomposition",
        [&] {
            matrix.upload(problem.matrix);
            for (int at = 0; at < problem.n; at += SIDE) {
                const unsigned left = (problem.n - at) / SIDE - 1;
                diagonal<<<1, SIDE>>>(matrix.data(), problem.n, at);
                if (left == 0) break;
                borders<<<left, 2 * SIDE>>>(matrix.data(), problem.n, at);
                inside<<<dim3(left, left), dim3(SIDE, SIDE)>>>(matrix.data(), problem.n, at);
            }
            CHECK(cudaGetLastError());
            matrix.download(result);
        },
        [&] { return weighted(result); });
}
