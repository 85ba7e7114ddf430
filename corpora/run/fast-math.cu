// Fast mathematical intrinsics stay within their error bounds; explicit roundings round as they say.
// run: wave-any
#include "check.h"

__global__ void fast(const float *x, float *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float v = x[i];
    float *o = out + 12 * i;
    o[0] = __expf(v), o[1] = __logf(v + 1), o[2] = __sinf(v), o[3] = __cosf(v), o[4] = __powf(v + 1, 1.5f), o[5] = __fdividef(v, 3.0f);
    o[6] = __exp10f(v / 4), o[7] = __log2f(v + 1), o[8] = __log10f(v + 1), o[9] = __tanf(v / 4), o[10] = __saturatef(v - 1), o[11] = __frsqrt_rn(v + 1);
}

__global__ void rounding(float *out) {
    out[0] = __fadd_rn(1.0f, 1e-8f), out[1] = __fmul_rn(3.0f, 1.0f / 3), out[2] = __fmaf_rn(2.0f, 3.0f, 4.0f);
    out[3] = __fsqrt_rn(2.0f), out[4] = __frcp_rn(8.0f), out[5] = __fdiv_rn(1.0f, 4.0f), out[6] = __float2int_rn(2.5f);
    out[7] = __float2int_rz(-2.7f), out[8] = __float2int_ru(2.1f), out[9] = __float2int_rd(-2.1f), out[10] = __int2float_rn(16777217);
    out[11] = __double2float_rn(0.1), out[12] = __float2uint_rn(3.6f), out[13] = __fsub_rn(1, 4);
}

int main() {
    Verdict verdict("fast-math");
    const int n = 300;
    auto x = random_reals(n);
    std::vector<float> want;
    for (auto &v : x) {
        v *= 3;
        const double d = v;
        for (const double r : {std::exp(d), std::log(d + 1), std::sin(d), std::cos(d), std::pow(d + 1, 1.5), d / 3, std::pow(10, d / 4),
                               std::log2(d + 1), std::log10(d + 1), std::tan(d / 4), d - 1 < 0 ? 0 : d - 1 > 1 ? 1 : d - 1, 1 / std::sqrt(d + 1)})
            want.push_back(static_cast<float>(r));
    }
    Array<float> dx(x), out(12 * n), r(14);
    fast<<<3, 100>>>(dx.p, out.p, n);
    verdict.same("fast", out.host(), want, 2e-6);
    rounding<<<1, 1>>>(r.p);
    const std::vector<float> rounded{1, 1, 10, 1.41421354f, 0.125f, 0.25f, 2, -2, 3, -3, 16777216, 0.1f, 4, -3};
    verdict.same("rounding", r.host(), rounded, 1e-7);
    return verdict.end();
}
