// Conversions between half, float, double and integers round as they are called, and what does not fit becomes the nearest that does.
// run: wave-any
#include "check.h"

#include <cuda_fp16.h>

#include <climits>

constexpr int count = 16;

__global__ void compute(const float *from, const int *integers, long long *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float x = from[i];
    const double d = x;
    const __half h = __float2half(x);
    long long *o = out + i * count;
    o[0] = __half2int_rn(h), o[1] = __half2int_rz(h), o[2] = __half2int_rd(h), o[3] = __half2int_ru(h);
    o[4] = __half2ll_rd(h), o[5] = __half2short_ru(h), o[6] = __double2ll_rn(d), o[7] = (long long)__double2ull_rn(d);
    o[8] = __float2ll_ru(x), o[9] = __double2int_rd(d), o[10] = llrint(d), o[11] = __half2uint_rn(h);
    const int n = integers[i];
    o[12] = __half_as_ushort(__int2half_rd(n)), o[13] = __half_as_ushort(__int2half_ru(n)), o[14] = __half_as_ushort(__int2half_rz(n));
    o[15] = __half_as_ushort(__int2half_rn(n));
}

template <typename T> static long long fit(double x, T least, T most) {
    if (x != x) return sizeof(T) == 8 ? LLONG_MIN : 0;
    return (long long)(x <= (double)least ? least : x >= (double)most ? most : (T)x);
}

static double value(unsigned bits) {
    const double size = (bits >> 10 & 31) == 0 ? std::ldexp(bits & 1023, -24) : std::ldexp(1024 + (bits & 1023), (int)(bits >> 10 & 31) - 25);
    return bits & 0x8000 ? -size : size;
}

// The nearest half that is not above (or not below) a whole number, found by looking at all of them.
static unsigned half_of(int n, bool up) {
    unsigned best = up ? 0x7c00 : 0xfc00;
    for (unsigned bits = 0; bits < 0x7c00; bits++)
        for (const unsigned one : {bits, bits | 0x8000u}) {
            const double v = value(one), b = best == 0x7c00 ? INFINITY : best == 0xfc00 ? -INFINITY : value(best);
            if (up ? v >= n && v < b : v <= n && v > b) best = one;
        }
    return best & 0x7fff ? best : 0;
}

int main() {
    Verdict verdict("rounded-conversions");
    const int n = 128;
    std::vector<float> from(n);
    const float ends[] = {0.0f, -1.5f, 1.5f, 2.5f, -2.5f, 0.25f, 127.9375f, -0.0001f, 60000.0f, 1e19f, -1e19f, 9.3e18f, 3e9f, -3e9f, INFINITY, -INFINITY};
    const int whole[] = {0, 1, -1, 2047, 2049, -2049, 4097, 65504, 65505, 65520, -65519, 70000, INT_MAX, INT_MIN, 12345, -54321};
    std::vector<int> integers(n);
    const auto random = random_reals<float>(n, 1);
    for (int i = 0; i < n; i++) from[i] = i < 16 ? ends[i] : (random[i] - 0.5f) * 2000, integers[i] = i < 16 ? whole[i] : (int)(random[i] * 9999) * (i % 2 ? 7 : -5);
    std::vector<long long> want;
    for (int i = 0; i < n; i++) {
        const float x = from[i];
        const double d = x, h = (double)__half2float(__float2half(x));
        for (const long long v :
             {fit(std::rint(h), INT_MIN, INT_MAX), fit(std::trunc(h), INT_MIN, INT_MAX), fit(std::floor(h), INT_MIN, INT_MAX), fit(std::ceil(h), INT_MIN, INT_MAX),
              fit(std::floor(h), LLONG_MIN, LLONG_MAX), fit<short>(std::ceil(h), SHRT_MIN, SHRT_MAX), fit(std::rint(d), LLONG_MIN, LLONG_MAX),
              fit(std::rint(d), 0ull, ULLONG_MAX), fit(std::ceil(d), LLONG_MIN, LLONG_MAX), fit(std::floor(d), INT_MIN, INT_MAX),
              fit(std::rint(d), LLONG_MIN, LLONG_MAX), fit(std::rint(h), 0u, UINT_MAX)})
            want.push_back(v);
        const int whole = integers[i];
        const unsigned down = half_of(whole, false), up = half_of(whole, true);
        for (const unsigned v : {down, up, whole < 0 ? up : down, (unsigned)__half_as_ushort(__float2half((float)whole))}) want.push_back(v);
    }
    Array<float> df(from);
    Array<int> di(integers);
    Array<long long> out(want.size());
    compute<<<1, n>>>(df.p, di.p, out.p);
    verdict.same("conversions", out.host(), want);
    return verdict.end();
}
