// Morton codes for a tree of boxes: bits spread and reversed, common prefixes counted.
// run: wave-any
#include "support.h"

__host__ __device__ inline unsigned spread(unsigned v) {
    v = (v * 0x00010001u) & 0xFF0000FFu;
    v = (v * 0x00000101u) & 0x0F00F00Fu;
    v = (v * 0x00000011u) & 0xC30C30C3u;
    v = (v * 0x00000005u) & 0x49249249u;
    return v;
}

__global__ void codes(const float3 *points, unsigned *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned x = (unsigned)(points[i].x * 1023), y = (unsigned)(points[i].y * 1023), z = (unsigned)(points[i].z * 1023);
    out[i] = spread(x) << 2 | spread(y) << 1 | spread(z);
}

__global__ void prefixes(const unsigned *code, int *length, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 >= n) return;
    length[i] = code[i] == code[i + 1] ? 32 + __clz(i ^ (i + 1)) : __clz(code[i] ^ code[i + 1]);
}

__global__ void reversed(const unsigned *code, unsigned *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __brev(code[i]);
}

int main() {
    const int n = 200;
    float3 *points = managed<float3>(n);
    unsigned *code = managed<unsigned>(n), *back = managed<unsigned>(n);
    int *length = managed<int>(n);
    for (int i = 0; i < n; i++) points[i] = make_float3(i / 200.0f, i % 10 / 10.0f, 0.5f);
    codes<<<1, 256>>>(points, code, n);
    prefixes<<<1, 256>>>(code, length, n);
    reversed<<<1, 256>>>(code, back, n);
    finish();
    bool right = true;
    for (int i = 0; i < n; i++) {
        unsigned r = 0;
        for (int b = 0; b < 32; b++) r |= (code[i] >> b & 1) << (31 - b);
        right = right && r == back[i];
        if (i + 1 < n && code[i] != code[i + 1]) right = right && length[i] == __builtin_clz(code[i] ^ code[i + 1]);
    }
    return report("morton", right);
}
