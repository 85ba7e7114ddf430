#include "problem.hpp"
#include "../device.cuh"

constexpr int SIDE = 32;

// A block fills a tile of the table, diagonal after diagonal; the tiles of one launch lie on a diagonal of tiles.
__global__ void fill(int *scores, const int *letters, const int *profile, int length, int first, int diagonal) {
    __shared__ int tile[SIDE + 1][SIDE + 1], worth[SIDE][SIDE];
    const int t = threadIdx.x, width = length + 1;
    const int x = (first + blockIdx.x) * SIDE, y = (diagonal - first - blockIdx.x) * SIDE;
    for (int i = 0; i < SIDE; i++) worth[i][t] = profile[letters[y + i] * length + x + t];
    if (t == 0) tile[0][0] = scores[y * width + x];
    tile[0][t + 1] = scores[y * width + x + t + 1];
    tile[t + 1][0] = scores[(y + t + 1) * width + x];
    __syncthreads();
    for (int step = 0; step < 2 * SIDE - 1; step++) {
        const int i = step - t;
        if (i >= 0 && i < SIDE)
            tile[i + 1][t + 1] = max(tile[i][t] + worth[i][t], max(tile[i][t + 1], tile[i + 1][t]) - GAP);
        __syncthreads();
    }
    for (int i = 0; i < SIDE; i++) scores[(y + i + 1) * width + x + t + 1] = tile[i + 1][t + 1];
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    const std::vector<int> table = problem.table();
    DeviceArray<int> scores(table.size()), letters(problem.letters.size()), profile(problem.profile.size());
    std::vector<int> result(table.size());
    const int tiles = problem.length / SIDE;
    measure(
        "needleman-wunsch",
        [&] {
            scores.upload(table);
            letters.upload(problem.letters);
            profile.upload(problem.profile);
            for (int diagonal = 0; diagonal < 2 * tiles - 1; diagonal++) {
                const int first = std::max(0, diagonal - tiles + 1), last = std::min(diagonal, tiles - 1);
                fill<<<last - first + 1, SIDE>>>(scores.data(), letters.data(), profile.data(), problem.length, first, diagonal);
            }
            CHECK(cudaGetLastError());
            scores.download(result);
        },
        [&] { return weighted(result); });
}
