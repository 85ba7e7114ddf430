// One 16x8x16 product on tensor cores, by PTX.
// run: wave-any
#include "support.h"

#include <cuda_fp16.h>

__global__ void product(const half *a, const half *b, float *c) {
    const int group = threadIdx.x / 4, member = threadIdx.x % 4;
    const uint32_t *wa = reinterpret_cast<const uint32_t *>(a), *wb = reinterpret_cast<const uint32_t *>(b);
    uint32_t ra[4] = {wa[group * 8 + member], wa[(group + 8) * 8 + member], wa[group * 8 + member + 4], wa[(group + 8) * 8 + member + 4]};
    uint32_t rb[2] = {wb[group * 8 + member], wb[group * 8 + member + 4]};
    float rc[4] = {};
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 " // hazard: (HIP2001)
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(rc[0]), "+f"(rc[1]), "+f"(rc[2]), "+f"(rc[3])
                 : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
    c[group * 8 + member * 2] = rc[0];
    c[group * 8 + member * 2 + 1] = rc[1];
    c[(group + 8) * 8 + member * 2] = rc[2];
    c[(group + 8) * 8 + member * 2 + 1] = rc[3];
}

int main() {
    half *a = managed<half>(16 * 16), *b = managed<half>(8 * 16);
    float *c = managed<float>(16 * 8);
    for (int i = 0; i < 16 * 16; i++) a[i] = __float2half((float)(i % 5));
    for (int i = 0; i < 8 * 16; i++) b[i] = __float2half((float)(i % 3));
    product<<<1, 32>>>(a, b, c);
    finish();
    bool right = true;
    for (int m = 0; m < 16; m++)
        for (int n = 0; n < 8; n++) {
            float want = 0;
            for (int k = 0; k < 16; k++) want += (float)((m * 16 + k) % 5) * ((n * 16 + k) % 3);
            right = right && want == c[m * 8 + n];
        }
    return report("tensor-assembly", right);
}
