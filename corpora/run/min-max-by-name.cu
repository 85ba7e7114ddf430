// Minima and maxima whose names say their type: arguments of other types are converted first.
// run: wave-any
#include "check.h"

typedef unsigned long long wide;

__global__ void extremes(const long long *a, const long long *b, wide *out) {
    const int i = threadIdx.x;
    wide *o = out + 6 * i;
    o[0] = umin((int)a[i], (unsigned)b[i]), o[1] = umax((int)a[i], (unsigned)b[i]);
    o[2] = (wide)llmin(a[i], (int)b[i]), o[3] = (wide)llmax(a[i], (int)b[i]);
    o[4] = ullmin(a[i], (wide)b[i]), o[5] = ullmax(a[i], (wide)b[i]);
}

template <typename T> static void expect(std::vector<wide> &all, T a, T b) {
    all.push_back((wide)(a < b ? a : b)), all.push_back((wide)(a < b ? b : a));
}

int main() {
    Verdict verdict("min-max-by-name");
    const std::vector<long long> a = {-1, 5, 7, -9007199254740993, 0}, b = {1, -5, 7, 9007199254740993, -2147483648LL};
    std::vector<wide> want;
    for (size_t i = 0; i < a.size(); i++) {
        expect(want, (unsigned)a[i], (unsigned)b[i]);
        expect<long long>(want, a[i], (int)b[i]);
        expect(want, (wide)a[i], (wide)b[i]);
    }
    Array<long long> da(a), db(b);
    Array<wide> out(std::vector<wide>(want.size()));
    extremes<<<1, (unsigned)a.size()>>>(da.p, db.p, out.p);
    CHECK(cudaDeviceSynchronize());
    verdict.same("extremes", out.host(), want);
    return verdict.end();
}
