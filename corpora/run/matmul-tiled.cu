// Matrix product by tiles in shared memory, of a size that the tiles do not divide; the tile size is a template argument.
// run: wave-any
#include "check.h"

template <int tile> __global__ void matmul(const float *a, const float *b, float *c, int n) {
    __shared__ float as[tile][tile], bs[tile][tile];
    const int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < (n + tile - 1) / tile; t++) {
        const int ka = t * tile + threadIdx.x, kb = t * tile + threadIdx.y;
        as[threadIdx.y][threadIdx.x] = row < n && ka < n ? a[row * n + ka] : 0;
        bs[threadIdx.y][threadIdx.x] = kb < n && column < n ? b[kb * n + column] : 0;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < tile; k++) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}

template <int tile> void compare(Verdict &verdict, int n) {
    const auto a = random_reals(n * n, 1), b = random_reals(n * n, 2);
    Array<float> da(a), db(b), dc(a.size());
    const dim3 grid(blocks(n, tile), blocks(n, tile));
    matmul<tile><<<grid, dim3(tile, tile)>>>(da.p, db.p, dc.p, n);
    std::vector<float> want(a.size());
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++) want[i * n + j] += a[i * n + k] * b[k * n + j];
    verdict.same("product", dc.host(), want, 1e-4);
}

int main() {
    Verdict verdict("matmul-tiled");
    compare<16>(verdict, 100);
    compare<8>(verdict, 64);
    compare<32>(verdict, 70);
    return verdict.end();
}
