// Copies in pieces of 32 bytes; 32 is never a number of threads that belong together.
// run: wave-any
#include "support.h"

struct alignas(16) Piece {
    uint32_t words[32 / 4];
};

__global__ void copy_pieces(const Piece *in, Piece *out, size_t bytes) {
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < bytes / 32) out[i] = in[i];
}

__global__ void copy_rest(const char *in, char *out, size_t bytes) {
    const size_t first = bytes / 32 * 32, i = first + threadIdx.x;
    if (threadIdx.x < 32 && i < bytes) out[i] = in[i];
}

__global__ void swizzle(const int *in, int *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i ^ (i >> 3 & 3)] = in[i];
}

int main() {
    const size_t bytes = 10007;
    char *in = managed<char>(bytes + 32), *out = managed<char>(bytes + 32);
    for (size_t i = 0; i < bytes; i++) in[i] = (char)(i * 31);
    copy_pieces<<<4, 128>>>(reinterpret_cast<Piece *>(in), reinterpret_cast<Piece *>(out), bytes);
    copy_rest<<<1, 32>>>(in, out, bytes);
    finish();
    bool right = std::memcmp(in, out, bytes) == 0;
    const int n = 256;
    int *numbers = managed<int>(n), *moved = managed<int>(n);
    for (int i = 0; i < n; i++) numbers[i] = i;
    swizzle<<<2, 128>>>(numbers, moved, n);
    finish();
    for (int i = 0; i < n; i++) right = right && moved[i ^ (i >> 3 & 3)] == i;
    return report("chunked-copy", right);
}
