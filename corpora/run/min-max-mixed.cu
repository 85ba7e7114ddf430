// `min` and `max` of two types of numbers: the signed one becomes unsigned, 64 bits stay 64 bits, in kernels and on the host.
// run: wave-any
#include "check.h"

#include <type_traits>

constexpr int count = 16;

// A value of another type than CUDA's counts as wrong.
template <typename Want, typename T> __host__ __device__ inline unsigned long long bits_of(T value) {
    return std::is_same<Want, T>::value ? static_cast<unsigned long long>(value) : ~static_cast<unsigned long long>(value);
}

// Everything that CUDA has an overload for, of one pair of numbers.
__host__ __device__ inline void compute(long long a, long long b, unsigned long long *o) {
    typedef unsigned long long wide;
    const int i = (int)a;
    const unsigned u = (unsigned)b;
    const long l = (long)a;
    const unsigned long m = (unsigned long)b;
    const wide w = (wide)b;
    o[0] = bits_of<unsigned>(min(i, u)), o[1] = bits_of<unsigned>(max(u, i));
    o[2] = bits_of<unsigned long>(min(l, m)), o[3] = bits_of<unsigned long>(max(m, l));
    o[4] = bits_of<wide>(min(a, w)), o[5] = bits_of<wide>(max(w, a));
    o[6] = bits_of<int>(min(i, (int)b)), o[7] = bits_of<unsigned>(max(u, (unsigned)a));
    o[8] = bits_of<long>(min(l, (long)b)), o[9] = bits_of<unsigned long>(max(m, (unsigned long)a));
    o[10] = bits_of<long long>(min(a, b)), o[11] = bits_of<wide>(max(w, (wide)a));
    o[12] = bits_of<int>(min((short)a, (unsigned char)b)), o[13] = bits_of<int>(max((signed char)a, (signed char)b));
    const double d = (double)(a % 1000) + 0.5;
    const float f = (float)(b % 1000) + 0.25f;
    o[14] = (wide)(long long)(4 * min(d, f)), o[15] = (wide)(long long)(4 * max(f, (float)d));
}

__global__ void kernel(const long long *a, const long long *b, unsigned long long *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    compute(a[i], b[i], out + i * count);
}

template <typename T> static unsigned long long chosen(T a, T b, bool larger) {
    return static_cast<unsigned long long>((a < b) == larger ? b : a);
}

static void expected(long long a, long long b, unsigned long long *o) {
    typedef unsigned long long wide;
    o[0] = chosen((unsigned)a, (unsigned)b, false), o[1] = chosen((unsigned)a, (unsigned)b, true);
    o[2] = o[4] = chosen((wide)a, (wide)b, false), o[3] = o[5] = chosen((wide)a, (wide)b, true);
    o[6] = chosen((int)a, (int)b, false), o[7] = chosen((unsigned)a, (unsigned)b, true);
    o[8] = o[10] = chosen(a, b, false), o[9] = o[11] = chosen((wide)a, (wide)b, true);
    o[12] = chosen((int)(short)a, (int)(unsigned char)b, false), o[13] = chosen((int)(signed char)a, (int)(signed char)b, true);
    const double d = (double)(a % 1000) + 0.5, f = (double)(b % 1000) + 0.25;
    o[14] = (wide)(long long)(4 * (d < f ? d : f)), o[15] = (wide)(long long)(4 * (d < f ? f : d));
}

int main() {
    Verdict verdict("min-max-mixed");
    const int n = 256;
    const long long ends[] = {-1, 5, 9007199254740993, 9007199254740992, -9007199254740993, 0x7fffffffffffffff, -0x7fffffffffffffff - 1, 0x80000000};
    const auto high = random_words(n, 1), low = random_words(n, 2);
    std::vector<long long> a(n), b(n);
    for (int i = 0; i < n; i++) {
        a[i] = i < 64 ? ends[i % 8] : (long long)((unsigned long long)high[i] << 32 | low[i]);
        b[i] = i < 64 ? ends[i / 8] : (long long)((unsigned long long)low[i] << 32 | high[(i * 7) % n]);
    }
    std::vector<unsigned long long> want(n * count), host(n * count);
    for (int i = 0; i < n; i++) expected(a[i], b[i], &want[i * count]), compute(a[i], b[i], &host[i * count]);
    Array<long long> da(a), db(b);
    Array<unsigned long long> out(want.size());
    kernel<<<2, n / 2>>>(da.p, db.p, out.p);
    verdict.same("in a kernel", out.host(), want);
    verdict.same("on the host", host, want);
    return verdict.end();
}
