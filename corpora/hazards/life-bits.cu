// Conway's life, 32 cells a word, on a torus of words.
// run: wave-any
#include "support.h"

__device__ unsigned cell(const unsigned *board, int words, int height, int x, int y) {
    x = (x + words * 32) % (words * 32);
    y = (y + height) % height;
    return board[y * words + x / 32] >> (x % 32) & 1u;
}

__global__ void generation(const unsigned *board, unsigned *next, int words, int height) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= words * height) return;
    const int y = i / words, first = i % words * 32;
    unsigned result = 0;
    for (int bit = 0; bit < 32; bit++) {
        int alive = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                if (dx || dy) alive += cell(board, words, height, first + bit + dx, y + dy);
        const bool self = board[i] >> bit & 1;
        if (alive == 3 || (self && alive == 2)) result |= 1u << bit;
    }
    next[i] = result;
}

int main() {
    const int words = 2, height = 64;
    unsigned *a = managed<unsigned>(words * height), *b = managed<unsigned>(words * height);
    // A glider moves one cell down and right in four generations.
    a[10 * words] = 2u << 29;
    a[11 * words] = 4u << 29;
    a[11 * words + 1] = 0;
    a[12 * words] = 7u << 29;
    const unsigned before[3] = {a[10 * words], a[11 * words], a[12 * words]};
    for (int g = 0; g < 128; g++) {
        generation<<<1, 128>>>(a, b, words, height);
        finish();
        std::swap(a, b);
    }
    int alive = 0;
    for (int i = 0; i < words * height; i++) alive += __builtin_popcount(a[i]);
    return report("life-bits", alive == 5 && before[0] != 0);
}
