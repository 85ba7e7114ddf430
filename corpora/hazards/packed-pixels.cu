// Blends pictures four bytes at a time by video instructions.
// run: no
#include "support.h"

__global__ void blend(const uint32_t *a, const uint32_t *b, uint32_t *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const uint32_t average = __vavgu4(a[i], b[i]);   // hazard: HIP2030
    out[i] = __vmaxu4(average, 0x10101010u);         // hazard: HIP2030
}

__global__ void difference(const uint32_t *a, const uint32_t *b, unsigned *sum, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(sum, __vsadu4(a[i], b[i])); // hazard: HIP2030
}

int main() {
    const int n = 1000;
    uint32_t *a = managed<uint32_t>(n), *b = managed<uint32_t>(n), *out = managed<uint32_t>(n);
    unsigned *sum = managed<unsigned>(1), want = 0;
    uint32_t seed = 31;
    for (int i = 0; i < n; i++) {
        a[i] = next_random(seed);
        b[i] = next_random(seed);
        for (int byte = 0; byte < 32; byte += 8) want += std::abs((int)(a[i] >> byte & 255) - (int)(b[i] >> byte & 255));
    }
    blend<<<4, 256>>>(a, b, out, n);
    difference<<<4, 256>>>(a, b, sum, n);
    finish();
    bool right = *sum == want;
    for (int i = 0; i < n; i++)
        for (int byte = 0; byte < 32; byte += 8) {
            int average = ((a[i] >> byte & 255) + (b[i] >> byte & 255) + 1) / 2;
            right = right && (int)(out[i] >> byte & 255) == (average > 16 ? average : 16);
        }
    return report("packed-pixels", right);
}
