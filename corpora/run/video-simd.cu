// SIMD-in-a-word intrinsics: bytes and halves of words added, compared, averaged, summed.
// run: wave-any
#include "check.h"

__global__ void compute(const unsigned *a, const unsigned *b, unsigned *out) {
    const int i = threadIdx.x;
    const unsigned x = a[i], y = b[i];
    unsigned *o = out + 10 * i;
    o[0] = __vadd4(x, y), o[1] = __vsub2(x, y), o[2] = __vaddus4(x, y), o[3] = __vmaxs4(x, y), o[4] = __vminu2(x, y);
    o[5] = __vabsdiffu4(x, y), o[6] = __vcmpgts4(x, y), o[7] = __vavgu4(x, y), o[8] = __vsadu4(x, y), o[9] = __vseteq4(x & 0x0f0f0f0f, y & 0x0f0f0f0f);
}

// Applies `f` to each part of `bits` bits.
template <typename F> static unsigned each(unsigned x, unsigned y, int bits, F f) {
    const unsigned mask = bits == 8 ? 255 : 65535;
    unsigned r = 0;
    for (int at = 0; at < 32; at += bits) r |= (static_cast<unsigned>(f(int(x >> at & mask), int(y >> at & mask))) & mask) << at;
    return r;
}

int main() {
    Verdict verdict("video-simd");
    const int n = 100;
    const auto a = random_words(n, 1), b = random_words(n, 2);
    std::vector<unsigned> want;
    auto s8 = [](int v) { return static_cast<signed char>(v); };
    for (int i = 0; i < n; i++) {
        const unsigned x = a[i], y = b[i];
        unsigned sum = 0;
        for (int at = 0; at < 32; at += 8) sum += std::abs(int(x >> at & 255) - int(y >> at & 255));
        want.push_back(each(x, y, 8, [](int p, int q) { return p + q; }));
        want.push_back(each(x, y, 16, [](int p, int q) { return p - q; }));
        want.push_back(each(x, y, 8, [](int p, int q) { return p + q > 255 ? 255 : p + q; }));
        want.push_back(each(x, y, 8, [=](int p, int q) { return s8(p) > s8(q) ? p : q; }));
        want.push_back(each(x, y, 16, [](int p, int q) { return p < q ? p : q; }));
        want.push_back(each(x, y, 8, [](int p, int q) { return std::abs(p - q); }));
        want.push_back(each(x, y, 8, [=](int p, int q) { return s8(p) > s8(q) ? 255 : 0; }));
        want.push_back(each(x, y, 8, [](int p, int q) { return (p + q + 1) / 2; }));
        want.push_back(sum);
        want.push_back(each(x & 0x0f0f0f0f, y & 0x0f0f0f0f, 8, [](int p, int q) { return p == q; }));
    }
    Array<unsigned> da(a), db(b), out(want.size());
    compute<<<1, n>>>(da.p, db.p, out.p);
    verdict.same("parts", out.host(), want);
    return verdict.end();
}
