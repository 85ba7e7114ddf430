// Conway's game of life on a torus, bytes in two buffers.
// run: wave-any
#include "check.h"

__host__ __device__ inline unsigned char next_state(const unsigned char *cells, int x, int y, int width, int height) {
    int around = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            if (i || j) around += cells[(y + j + height) % height * width + (x + i + width) % width];
    return around == 3 || (around == 2 && cells[y * width + x]);
}

__global__ void generation(const unsigned char *in, unsigned char *out, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) out[y * width + x] = next_state(in, x, y, width, height);
}

int main() {
    Verdict verdict("game-of-life");
    const int width = 90, height = 50;
    std::vector<unsigned char> cells(width * height);
    const auto words = random_words(cells.size());
    for (size_t i = 0; i < cells.size(); i++) cells[i] = words[i] % 3 == 0;
    Array<unsigned char> a(cells), b(cells.size());
    for (int turn = 0; turn < 40; turn++) {
        generation<<<dim3(blocks(width, 20), blocks(height, 6)), dim3(20, 6)>>>(turn % 2 ? b.p : a.p, turn % 2 ? a.p : b.p, width, height);
        auto next = cells;
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) next[y * width + x] = next_state(cells.data(), x, y, width, height);
        cells = next;
    }
    verdict.same("cells", a.host(), cells);
    return verdict.end();
}
