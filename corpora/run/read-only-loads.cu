// Loads through the read-only cache and with cache hints, of scalars and vectors.
// run: wave-any
#include "check.h"

__global__ void load(const float *a, const int4 *b, const double *c, float *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int4 v = __ldg(&b[i]);
    __stcg(&out[i], __ldg(&a[i]) + v.x + v.y * 2 + v.z * 3 + v.w * 4 + static_cast<float>(__ldg(c + i)) + __ldcg(&a[i]) + __ldcs(&a[i]));
}

int main() {
    Verdict verdict("read-only-loads");
    const int n = 256;
    std::vector<float> a(n), want(n);
    std::vector<int4> b(n);
    std::vector<double> c(n);
    for (int i = 0; i < n; i++) {
        a[i] = i, b[i] = make_int4(i, 2 * i, 3 * i, 4 * i), c[i] = i / 4.0;
        want[i] = 3 * i + 30 * i + i / 4.0f;
    }
    Array<float> da(a), out(n);
    Array<int4> db(b);
    Array<double> dc(c);
    load<<<2, 128>>>(da.p, db.p, dc.p, out.p);
    verdict.same("loaded", out.host(), want);
    return verdict.end();
}
