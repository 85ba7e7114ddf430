// Functions that the C library has not, against identities, known values and the C++ library's special functions.
#include "values.h"

__device__ void inverses(Checks &checks) {
    for (int i = -5000; i <= 5000; ++i) {
        double x = i / 5001.0;
        checks.close("erf(erfinv)", erf(erfinv(x)), x, 1e-15, x);
        checks.close("erfinvf", erfinvf(float(x)), erfinv(double(float(x))), 1e-7, x);
        checks.close("erfc(erfcinv)", erfc(erfcinv(x + 1)), x + 1, 1e-14, x);
        if (x > 0) checks.close("normcdf(normcdfinv)", normcdf(normcdfinv(x)), x, 1e-13, x);
    }
    // The tail, where the inverse is ill-conditioned the other way round.
    for (int e = -1000; e < -1; ++e) {
        double z = __builtin_ldexp(1.25, e);
        checks.close("erfc(erfcinv) of tiny", log(erfc(erfcinv(z))), log(z), 1e-14, z);
    }
    checks.same("erfcinv(0)", erfcinv(0.0), __builtin_inf(), 0);
    checks.same("erfinv(-1)", erfinv(-1.0), -__builtin_inf(), -1);
    checks.same("erfinv(2)", erfinv(2.0), __builtin_nan(""), 2);
    checks.close("normcdfinv(0.975)", normcdfinv(0.975), 1.959963984540054, 1e-14, 0.975);
}

__device__ void scaled(Checks &checks) {
    // Wolfram's functions, 16 digits.
    checks.close("erfcx(1)", erfcx(1.0), 0.4275835761558070, 1e-14, 1);
    checks.close("erfcx(10)", erfcx(10.0), 0.05614099274382259, 1e-13, 10);
    checks.close("erfcx(100)", erfcx(100.0), 0.005641613782989433, 1e-14, 100);
    checks.close("erfcx(-2)", erfcx(-2.0), 108.9409043899780, 1e-14, -2);
    checks.same("erfcx(-30)", erfcx(-30.0), __builtin_inf(), -30);
    checks.close("erfcx is continuous", erfcx(20.0), erfcx(20.0 - 1e-9), 1e-9, 20);
}

__device__ void bessel(Checks &checks) {
    for (int i = 0; i < 700; ++i) {
        double x = i + 0.25;
        checks.close("cyl_bessel_i0", cyl_bessel_i0(x), std::cyl_bessel_i(0.0, x), 1e-12, x);
        checks.close("cyl_bessel_i1", cyl_bessel_i1(-x), -std::cyl_bessel_i(1.0, x), 1e-12, x);
    }
}

__device__ void of_pi(Checks &checks) {
    checks.same("sinpi(3)", sinpi(3.0), 0.0, 3);
    checks.same("sinpi(-3)", sinpi(-3.0), -0.0, -3);
    checks.same("cospi(0.5)", cospi(0.5), 0.0, 0.5);
    checks.same("cospi(1e15 + 1)", cospi(1e15 + 1), -1.0, 1e15 + 1);
    checks.same("sinpi(2.5)", sinpi(2.5), 1.0, 2.5);
    for (int i = -400; i < 400; ++i) {
        double x = i / 100.0 + 0.001;
        checks.close("sinpi", sinpi(x), sin(x * 3.14159265358979323846), 1e-12, x);
        checks.close("cospif", cospif(float(x)), cospi(double(float(x))), 1e-5, x);
        double sine, cosine;
        sincospi(x, &sine, &cosine);
        checks.close("sincospi", sine * sine + cosine * cosine, 1, 1e-15, x);
    }
}

__device__ void lengths(Checks &checks) {
    const double three[] = {3e200, 4e200, 12e200};
    checks.close("norm3d", norm3d(three[0], three[1], three[2]), 13e200, 1e-15, 0);
    checks.close("norm", norm(3, three), 13e200, 1e-15, 0);
    checks.close("rnorm4d", rnorm4d(1.0, 1.0, 1.0, 1.0), 0.5, 1e-15, 0);
    checks.close("norm3df", norm3df(3e30f, 4e30f, 12e30f), 13e30f, 1e-7, 0);
    checks.close("rhypotf", rhypotf(3e-30f, 4e-30f), 2e29f, 1e-6, 0);
    checks.close("rsqrt", rsqrt(16.0) + rcbrt(8.0f), 0.75, 1e-7, 0);
}

__device__ void choices(Checks &checks) {
    checks.same("min of NaN", min(__builtin_nanf(""), 1.0f), 1.0f, 0);
    checks.same("max(unsigned, int)", max(1u, -1), 0xffffffffu, 0);
    checks.same("max(float, double)", max(1.0f, 2.0), 2.0, 0);
    checks.same("__saturatef(NaN)", __saturatef(__builtin_nanf("")), 0.0f, 0);
    checks.same("pow(float, int)", sizeof(pow(2.0f, 3)), sizeof(float), 0);
}

extern "C" __device__ int check(long *checked) {
    Checks checks;
    inverses(checks);
    scaled(checks);
    bessel(checks);
    of_pi(checks);
    lengths(checks);
    choices(checks);
    *checked = checks.count;
    return checks.wrong;
}
