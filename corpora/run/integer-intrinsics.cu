// Integer intrinsics against their definitions: bits, shifts through two words, high products, permuted bytes, averages.
// run: wave-any
#include "check.h"

constexpr int count = 18;

__global__ void compute(const unsigned *a, const unsigned *b, unsigned *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned x = a[i], y = b[i];
    const unsigned long long wide = (unsigned long long)x << 32 | y;
    unsigned *o = out + i * count;
    o[0] = __popc(x), o[1] = __clz(x), o[2] = __ffs(x), o[3] = __brev(x), o[4] = __popcll(wide), o[5] = __clzll(wide >> (y & 63));
    o[6] = __ffsll(wide << (y & 31)), o[7] = (unsigned)(__brevll(wide) >> 7), o[8] = __byte_perm(x, y, 0x4721), o[9] = __umulhi(x, y);
    o[10] = __mulhi((int)x, (int)y), o[11] = __mul24((int)x, (int)y), o[12] = __umul24(x, y), o[13] = (unsigned)__umul64hi(wide, wide);
    o[14] = __sad((int)x, (int)y, 5u), o[15] = __usad(x, y, 7u), o[16] = __hadd((int)x, (int)y), o[17] = __urhadd(x, y);
}

static int leading(unsigned long long v, int bits) {
    int n = 0;
    while (n < bits && !(v >> (bits - 1 - n) & 1)) n++;
    return n;
}

static int first_set(unsigned long long v) {
    for (int i = 0; i < 64; i++)
        if (v >> i & 1) return i + 1;
    return 0;
}

static unsigned long long reversed(unsigned long long v, int bits) {
    unsigned long long r = 0;
    for (int i = 0; i < bits; i++) r |= (v >> i & 1) << (bits - 1 - i);
    return r;
}

static unsigned permuted(unsigned x, unsigned y, unsigned selector) {
    unsigned r = 0;
    for (int i = 0; i < 4; i++) {
        const unsigned which = selector >> 4 * i & 7;
        r |= ((which < 4 ? x : y) >> 8 * (which % 4) & 255) << 8 * i;
    }
    return r;
}

int main() {
    Verdict verdict("integer-intrinsics");
    const int n = 256;
    auto a = random_words(n, 1), b = random_words(n, 2);
    a[0] = 0, b[0] = 0, a[1] = 0x80000000u, b[1] = ~0u, a[2] = 1;
    std::vector<unsigned> want;
    for (int i = 0; i < n; i++) {
        const unsigned x = a[i], y = b[i];
        const int sx = (int)x, sy = (int)y;
        const unsigned long long wide = (unsigned long long)x << 32 | y;
        auto low24 = [](int v) { return (long long)((int)((unsigned)v << 8) >> 8); };
        const unsigned apart = (unsigned)std::llabs((long long)sx - sy), uapart = x > y ? x - y : y - x;
        auto bits = [](unsigned long long v) { unsigned n = 0; for (; v; v &= v - 1) n++; return n; };
        for (const unsigned v : {bits(x), (unsigned)leading(x, 32), (unsigned)first_set(x), (unsigned)reversed(x, 32), bits(wide),
                                 (unsigned)leading(wide >> (y & 63), 64), (unsigned)first_set(wide << (y & 31)), (unsigned)(reversed(wide, 64) >> 7),
                                 permuted(x, y, 0x4721), (unsigned)(1ull * x * y >> 32), (unsigned)(1ll * sx * sy >> 32),
                                 (unsigned)(low24(sx) * low24(sy)), (unsigned)(1ull * (x & 0xffffff) * (y & 0xffffff)),
                                 (unsigned)((unsigned __int128)wide * wide >> 64), apart + 5, uapart + 7,
                                 (unsigned)((1ll * sx + sy) >> 1), (unsigned)((1ull * x + y + 1) >> 1)})
            want.push_back(v);
    }
    Array<unsigned> da(a), db(b), out(want.size());
    compute<<<2, n / 2>>>(da.p, db.p, out.p);
    verdict.same("intrinsics", out.host(), want);
    return verdict.end();
}
