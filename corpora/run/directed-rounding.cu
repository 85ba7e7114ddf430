// Arithmetic rounded in a named direction, compared with the host's under the processor's rounding modes.
// run: wave-any
// flags: -ffp-contract=off
#include "check.h"

#include <cfenv>

constexpr int operations = 7;

#define IN_MODE(mode)                                                                                                    \
    __global__ void floats_##mode(const float *a, const float *b, float *out) {                                          \
        const int i = threadIdx.x;                                                                                       \
        const float x = a[i], y = b[i];                                                                                  \
        float *o = out + operations * i;                                                                                 \
        o[0] = __fadd_##mode(x, y), o[1] = __fsub_##mode(x, y), o[2] = __fmul_##mode(x, y), o[3] = __fdiv_##mode(x, y);  \
        o[4] = __frcp_##mode(x), o[5] = __fsqrt_##mode(x), o[6] = __fmaf_##mode(x, y, x);                                \
    }                                                                                                                    \
    __global__ void doubles_##mode(const double *a, const double *b, double *out) {                                      \
        const int i = threadIdx.x;                                                                                       \
        const double x = a[i], y = b[i];                                                                                 \
        double *o = out + operations * i;                                                                                \
        o[0] = __dadd_##mode(x, y), o[1] = __dsub_##mode(x, y), o[2] = __dmul_##mode(x, y), o[3] = __ddiv_##mode(x, y);  \
        o[4] = __drcp_##mode(x), o[5] = __dsqrt_##mode(x), o[6] = __fma_##mode(x, y, x);                                 \
    }
IN_MODE(rz)
IN_MODE(rd)
IN_MODE(ru)

// `volatile`: in the mode of the moment, not the compiler's.
template <typename T> static std::vector<T> in_mode(int mode, const std::vector<T> &a, const std::vector<T> &b) {
    std::fesetround(mode);
    std::vector<T> all;
    for (size_t i = 0; i < a.size(); i++) {
        volatile T x = a[i], y = b[i], one = 1, made[operations];
        made[0] = x + y, made[1] = x - y, made[2] = x * y, made[3] = x / y;
        made[4] = one / x, made[5] = std::sqrt(static_cast<T>(x)), made[6] = std::fma(x, y, x);
        for (const T v : made) all.push_back(v);
    }
    std::fesetround(FE_TONEAREST);
    return all;
}

template <typename T> struct Mode {
    const char *name;
    int mode;
    void (*kernel)(const T *, const T *, T *);
};

template <typename T> static void compare(Verdict &verdict, const std::vector<Mode<T>> &modes) {
    auto a = random_reals<T>(96, 3), b = random_reals<T>(96, 4);
    for (size_t i = 0; i < a.size(); i++) {
        a[i] = std::ldexp(a[i] + T(0.1) / 3, static_cast<int>(i % 40) - 20);
        b[i] = (i % 2 ? 1 : -1) * std::ldexp(b[i] + T(0.1) / 7, static_cast<int>(i % 23) - 11);
    }
    Array<T> da(a), db(b), out(operations * a.size());
    for (const auto &one : modes) {
        one.kernel<<<1, static_cast<int>(a.size())>>>(da.p, db.p, out.p);
        verdict.same(one.name, out.host(), in_mode(one.mode, a, b));
    }
}

int main() {
    Verdict verdict("directed-rounding");
    compare<float>(verdict, {{"float toward zero", FE_TOWARDZERO, floats_rz}, {"float down", FE_DOWNWARD, floats_rd}, {"float up", FE_UPWARD, floats_ru}});
    compare<double>(verdict, {{"double toward zero", FE_TOWARDZERO, doubles_rz}, {"double down", FE_DOWNWARD, doubles_rd}, {"double up", FE_UPWARD, doubles_ru}});
    return verdict.end();
}
