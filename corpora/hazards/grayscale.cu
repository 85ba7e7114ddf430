// Colour to grey and a threshold; rows are aligned to 32 bytes.
// run: wave-any
#include "support.h"

static size_t align_to_32(size_t bytes) { return (bytes + 31) / 32 * 32; }

__global__ void to_grey(const uchar4 *rgba, unsigned char *grey, int width, int height, size_t pitch) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const uchar4 p = rgba[y * width + x];
    grey[y * pitch + x] = (unsigned char)((p.x * 77 + p.y * 150 + p.z * 29) >> 8);
}

__global__ void threshold(const unsigned char *grey, unsigned *mask, int width, int height, size_t pitch, int limit) {
    const int word = blockIdx.x * blockDim.x + threadIdx.x, words = (width + 31) / 32;
    if (word >= words * height) return;
    const int y = word / words, first = word % words * 32;
    unsigned bits = 0;
    for (int i = 0; i < 32 && first + i < width; i++) bits |= (unsigned)(grey[y * pitch + first + i] > limit) << i;
    mask[word] = bits;
}

int main() {
    const int width = 75, height = 40, words = (width + 31) / 32;
    const size_t pitch = align_to_32(width);
    uchar4 *rgba = managed<uchar4>(width * height);
    unsigned char *grey = managed<unsigned char>(pitch * height);
    unsigned *mask = managed<unsigned>(words * height);
    for (int i = 0; i < width * height; i++) rgba[i] = make_uchar4(i % 256, i % 256, i % 256, 255);
    const dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    to_grey<<<grid, block>>>(rgba, grey, width, height, pitch);
    threshold<<<(words * height + 63) / 64, 64>>>(grey, mask, width, height, pitch, 100);
    finish();
    bool right = true;
    for (int i = 0; i < width * height; i++) {
        const int x = i % width, y = i / width;
        right = right && grey[y * pitch + x] == i % 256 && (mask[y * words + x / 32] >> x % 32 & 1) == (i % 256 > 100);
    }
    return report("grayscale", right);
}
