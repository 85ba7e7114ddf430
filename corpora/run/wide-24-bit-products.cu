// Products of 24-bit fields, added to 64-bit numbers: a compiler that drops the mask in front of a 24-bit product, and then takes an
// instruction that multiplies 32 bits, adds products of the bits above.
// run: wave-any
// flags: -O2
#include "check.h"

#include <cuda_fp16.h>

typedef unsigned long long u64;

__global__ void fields(const unsigned *a, const unsigned *b, const u64 *c, u64 *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[4 * i] = u64(a[i] & 0xffffff) * (b[i] & 0xffffff) + c[i];
    out[4 * i + 1] = u64(a[i] & 0xffffff) * 13 + c[i];
    out[4 * i + 2] = u64(a[i] >> 3 & 0xfffff) * (b[i] & 0xffff) + u64(a[i] & 0x7fffff) * 1000003;
    // Signed fields of 24 bits.
    out[4 * i + 3] = (long long)(int(a[i]) << 8 >> 8) * (int(b[i]) << 8 >> 8) + (long long)(c[i]);
}

// A row's offset from an index that shares its word with flags.
struct Cell {
    unsigned index : 24;
    unsigned flags : 8;
};

__global__ void offsets(const Cell *cells, u64 base, u64 *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = base + u64(cells[i].index) * 72;
}

// The bits of halves, of which two share a register.
__global__ void halves(const unsigned *a, const int *erase, u64 *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __half h[8];
    for (unsigned k = 0; k < 8; k++) h[k] = __ushort2half_rn(k % 3 == 0 ? a[i] >> 7 & 255 : k);
    if (erase[0]) h[0] = __ushort2half_rn(0);
    u64 sum = 0;
    for (unsigned k = 0; k < 8; k++) sum += u64(__half_as_ushort(h[k])) * (2 * k + 1);
    out[i] = sum;
}

// The bits of a half that is a whole number below 256.
unsigned half_bits(unsigned x) {
    if (x == 0) return 0;
    const unsigned exponent = 31 - __builtin_clz(x);
    return exponent + 15 << 10 | (x << (10 - exponent) & 1023);
}

long long sign_extended(unsigned x) { return int(x << 8) >> 8; }

int main() {
    Verdict verdict("wide-24-bit-products");
    const int n = 1000;
    const auto words = random_words(4 * n, 11);
    const std::vector<uint32_t> a(words.begin(), words.begin() + n), b(words.begin() + n, words.begin() + 2 * n);
    std::vector<u64> c(n), want(4 * n), want_offsets(n), want_halves(n);
    std::vector<Cell> cells(n);
    const u64 base = 1ull << 40;
    for (int i = 0; i < n; i++) {
        c[i] = u64(words[2 * n + i]) << 32 | words[3 * n + i];
        want[4 * i] = u64(a[i] & 0xffffff) * (b[i] & 0xffffff) + c[i];
        want[4 * i + 1] = u64(a[i] & 0xffffff) * 13 + c[i];
        want[4 * i + 2] = u64(a[i] >> 3 & 0xfffff) * (b[i] & 0xffff) + u64(a[i] & 0x7fffff) * 1000003;
        want[4 * i + 3] = u64(sign_extended(a[i]) * sign_extended(b[i])) + c[i];
        cells[i] = {a[i] & 0xffffff, b[i] & 255};
        want_offsets[i] = base + u64(cells[i].index) * 72;
        for (unsigned k = 0; k < 8; k++) want_halves[i] += u64(half_bits(k % 3 ? k : a[i] >> 7 & 255)) * (2 * k + 1);
    }
    Array<uint32_t> at(a), bt(b);
    Array<u64> ct(c), out(4 * n), at_cells(n), sums(n);
    Array<Cell> cellst(cells);
    Array<int> erase(std::vector<int>{0});
    fields<<<blocks(n, 128), 128>>>(at.p, bt.p, ct.p, out.p, n);
    offsets<<<blocks(n, 128), 128>>>(cellst.p, base, at_cells.p, n);
    halves<<<blocks(n, 128), 128>>>(at.p, erase.p, sums.p, n);
    verdict.same("fields", out.host(), want);
    verdict.same("offsets", at_cells.host(), want_offsets);
    verdict.same("halves", sums.host(), want_halves);
    return verdict.end();
}
