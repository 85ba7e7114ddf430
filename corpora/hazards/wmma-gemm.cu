// Half precision product by the WMMA interface.
// run: no
// build: no, tensor cores
#include "support.h"

#include <cuda_fp16.h>
#include <mma.h> // hazard: HIP2038

using namespace nvcuda; // hazard: (HIP2038)

__global__ void gemm(const half *a, const half *b, float *c, int n) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa; // hazard: (HIP2038)
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb; // hazard: (HIP2038)
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;              // hazard: (HIP2038)
    wmma::fill_fragment(fc, 0.0f);                                        // hazard: (HIP2038)
    const int row = blockIdx.y * 16, col = blockIdx.x * 16;
    for (int k = 0; k < n; k += 16) {
        wmma::load_matrix_sync(fa, a + row * n + k, n); // hazard: (HIP2038)
        wmma::load_matrix_sync(fb, b + col * n + k, n); // hazard: (HIP2038)
        wmma::mma_sync(fc, fa, fb, fc);                 // hazard: (HIP2038)
    }
    wmma::store_matrix_sync(c + row * n + col, fc, n, wmma::mem_row_major); // hazard: (HIP2038)
}

int main() {
    const int n = 64;
    half *a = managed<half>(n * n), *b = managed<half>(n * n);
    float *c = managed<float>(n * n);
    for (int i = 0; i < n * n; i++) {
        a[i] = __float2half((float)(i % 4));
        b[i] = __float2half((float)(i % 3));
    }
    gemm<<<dim3(n / 16, n / 16), 32>>>(a, b, c, n);
    finish();
    bool right = true;
    for (int r = 0; r < n; r++)
        for (int col = 0; col < n; col++) {
            float want = 0;
            for (int k = 0; k < n; k++) want += (float)((r * n + k) % 4) * ((col * n + k) % 3);
            right = right && want == c[r * n + col];
        }
    return report("wmma-gemm", right);
}
