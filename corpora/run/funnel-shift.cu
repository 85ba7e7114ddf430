// Shifts through two words and four-byte dot products.
// run: wave-any
// targets: gpus,cpu needs hip-6.0 (HIP 5.2 has no funnel shifts)
#include "check.h"

__global__ void compute(const unsigned *a, const unsigned *b, unsigned *out) {
    const int i = threadIdx.x;
    const unsigned x = a[i], y = b[i];
    unsigned *o = out + 6 * i;
    o[0] = __funnelshift_l(x, y, i), o[1] = __funnelshift_r(x, y, i), o[2] = __funnelshift_lc(x, y, i), o[3] = __funnelshift_rc(x, y, i);
    o[4] = __dp4a((int)x, (int)y, 100), o[5] = __dp4a(x, y, 200u);
}

int main() {
    Verdict verdict("funnel-shift");
    const int n = 64;
    const auto a = random_words(n, 1), b = random_words(n, 2);
    std::vector<unsigned> want;
    for (int i = 0; i < n; i++) {
        const unsigned long long both = (unsigned long long)b[i] << 32 | a[i];
        const int wrapped = i & 31, clamped = i < 32 ? i : 32;
        int dot = 100;
        unsigned udot = 200;
        for (int k = 0; k < 4; k++) {
            const unsigned x = a[i] >> 8 * k & 255, y = b[i] >> 8 * k & 255;
            dot += (signed char)x * (signed char)y;
            udot += x * y;
        }
        for (const unsigned v : {(unsigned)(both << wrapped >> 32), (unsigned)(both >> wrapped), (unsigned)((both << clamped) >> 32),
                                 (unsigned)(both >> clamped), (unsigned)dot, udot})
            want.push_back(v);
    }
    Array<unsigned> da(a), db(b), out(want.size());
    compute<<<1, n>>>(da.p, db.p, out.p);
    verdict.same("shifts", out.host(), want);
    return verdict.end();
}
