// Bytes chosen out of two words: `__byte_perm` takes three bits of each selector, the instruction `prmt` a fourth for the sign.
// run: wave-any
#include "check.h"

constexpr int count = 4;

__global__ void compute(const unsigned *a, const unsigned *b, const unsigned *selectors, unsigned *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned x = a[i], y = b[i], s = selectors[i];
    unsigned by_sign, fixed, swapped;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(by_sign) : "r"(x), "r"(y), "r"(s));
    asm("prmt.b32 %0, %1, %2, 0xfb40;" : "=r"(fixed) : "r"(x), "r"(y));
    asm("prmt.b32 %0, %1, %2, 0x0123;" : "=r"(swapped) : "r"(x), "r"(y));
    unsigned *o = out + i * count;
    o[0] = __byte_perm(x, y, s), o[1] = by_sign, o[2] = fixed, o[3] = swapped;
}

static unsigned permuted(unsigned x, unsigned y, unsigned selector, bool signs) {
    unsigned result = 0;
    for (int i = 0; i < 4; i++) {
        const unsigned which = selector >> 4 * i & 7, byte = (which < 4 ? x : y) >> 8 * (which % 4) & 255;
        const bool spread = signs && selector >> 4 * i & 8;
        result |= (spread ? (byte & 128 ? 255 : 0) : byte) << 8 * i;
    }
    return result;
}

int main() {
    Verdict verdict("byte-permute");
    const int n = 256;
    const auto a = random_words(n, 1), b = random_words(n, 2), selectors = random_words(n, 3);
    std::vector<unsigned> want;
    for (int i = 0; i < n; i++) {
        const unsigned x = a[i], y = b[i], s = selectors[i];
        for (const unsigned v : {permuted(x, y, s, false), permuted(x, y, s, true), permuted(x, y, 0xfb40, true), permuted(x, y, 0x0123, true)})
            want.push_back(v);
    }
    Array<unsigned> da(a), db(b), ds(selectors), out(want.size());
    compute<<<2, n / 2>>>(da.p, db.p, ds.p, out.p);
    verdict.same("bytes", out.host(), want);
    return verdict.end();
}
