// Sums of absolute differences, averages and products of 24 bits at the ends of the integers, where a difference or a sum has
// 33 bits; the signs of their types, and the address of one.
// run: wave-any
#include "check.h"

constexpr int count = 13;
typedef unsigned (*Distance)(int, int, unsigned);

__global__ void compute(const unsigned *a, const unsigned *b, const unsigned *c, unsigned long long *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned x = a[i], y = b[i], z = c[i];
    const int sx = (int)x, sy = (int)y;
    const Distance distance = __sad;
    unsigned long long *o = out + i * count;
    o[0] = __sad(sx, sy, z), o[1] = __usad(x, y, z), o[2] = ::__sad((short)x, sy, z), o[3] = distance(sx, sy, z);
    o[4] = (unsigned)__hadd(sx, sy), o[5] = (unsigned)__rhadd(sx, sy), o[6] = __uhadd(x, y), o[7] = __urhadd(x, y);
    // Products above 2^31 stay positive in wider numbers, counts below zero negative.
    o[8] = __umul24(x, y), o[9] = (unsigned)__mul24(sx, sy), o[10] = __popc(x) - 40 < 0, o[11] = (unsigned long long)(__popcll(x) - 70);
    // A square of 24 bits that has bit 31 is negative.
    o[12] = (unsigned long long)__mul24(sx, sx);
}

static unsigned apart(long long x, long long y, unsigned z) { return (unsigned)std::llabs(x - y) + z; }

int main() {
    Verdict verdict("sad-and-averages");
    const int n = 256;
    auto a = random_words(n, 1), b = random_words(n, 2), c = random_words(n, 3);
    const unsigned ends[] = {0, 1, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xfffffe, 0xffffff};
    for (int i = 0; i < 64; i++) a[i] = ends[i % 8], b[i] = ends[i / 8];
    std::vector<unsigned long long> want;
    for (int i = 0; i < n; i++) {
        const unsigned x = a[i], y = b[i], z = c[i];
        const long long sx = (int)x, sy = (int)y;
        auto low24 = [](unsigned v) { return (long long)((int)(v << 8) >> 8); };
        const unsigned long long product = (unsigned long long)(x & 0xffffff) * (y & 0xffffff);
        int bits = 0;
        for (unsigned v = x; v; v &= v - 1) bits++;
        for (const unsigned v : {apart(sx, sy, z), apart(x, y, z), apart((short)x, sy, z), apart(sx, sy, z), (unsigned)((sx + sy) >> 1),
                                 (unsigned)((sx + sy + 1) >> 1), (unsigned)((1ull * x + y) >> 1), (unsigned)((1ull * x + y + 1) >> 1),
                                 (unsigned)product, (unsigned)(low24(x) * low24(y)), 1u})
            want.push_back(v);
        want.push_back((unsigned long long)(bits - 70ll));
        want.push_back((unsigned long long)(int)(low24(x) * low24(x)));
    }
    Array<unsigned> da(a), db(b), dc(c);
    Array<unsigned long long> out(want.size());
    compute<<<2, n / 2>>>(da.p, db.p, dc.p, out.p);
    verdict.same("sums and averages", out.host(), want);
    return verdict.end();
}
