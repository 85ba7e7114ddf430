// Arithmetic and conversions with a named rounding, against the processor's rounding modes.
#include "values.h"

extern "C" __device__ float reference_float(int mode, int operation, float a, float b, float c);
extern "C" __device__ double reference_double(int mode, int operation, double a, double b, double c);
extern "C" __device__ float reference_narrow(int mode, double a);
extern "C" __device__ float reference_of_integer(int mode, long long a);
extern "C" __device__ double reference_double_of_integer(int mode, long long a);

#define ARITHMETIC(T, letter, fused, mode, suffix)                                                          \
    checks.same("add_" #suffix, __##letter##add_##suffix(a, b), reference_##T(mode, 0, a, b, c), a);         \
    checks.same("sub_" #suffix, __##letter##sub_##suffix(a, b), reference_##T(mode, 1, a, b, c), a);         \
    checks.same("mul_" #suffix, __##letter##mul_##suffix(a, b), reference_##T(mode, 2, a, b, c), a);         \
    checks.same("div_" #suffix, __##letter##div_##suffix(a, b), reference_##T(mode, 3, a, b, c), a);         \
    checks.same("sqrt_" #suffix, __##letter##sqrt_##suffix(a), reference_##T(mode, 4, a, b, c), a);          \
    checks.same("fma_" #suffix, fused##_##suffix(a, b, c), reference_##T(mode, 5, a, b, c), a);
#define ALL(T, letter, fused) \
    ARITHMETIC(T, letter, fused, 0, rz) ARITHMETIC(T, letter, fused, 1, ru) ARITHMETIC(T, letter, fused, 2, rd)

__device__ void floats(Checks &checks, float a, float b, float c) { ALL(float, f, __fmaf) }
__device__ void doubles(Checks &checks, double a, double b, double c) { ALL(double, d, __fma) }

__device__ void narrowing(Checks &checks, double x) {
    checks.same("double2float_rz", __double2float_rz(x), reference_narrow(0, x), x);
    checks.same("double2float_ru", __double2float_ru(x), reference_narrow(1, x), x);
    checks.same("double2float_rd", __double2float_rd(x), reference_narrow(2, x), x);
}

__device__ void integers(Checks &checks, long long x) {
    checks.same("ll2float_rz", __ll2float_rz(x), reference_of_integer(0, x), double(x));
    checks.same("ll2float_ru", __ll2float_ru(x), reference_of_integer(1, x), double(x));
    checks.same("ll2float_rd", __ll2float_rd(x), reference_of_integer(2, x), double(x));
    checks.same("ll2double_rz", __ll2double_rz(x), reference_double_of_integer(0, x), double(x));
    checks.same("ll2double_ru", __ll2double_ru(x), reference_double_of_integer(1, x), double(x));
    checks.same("ll2double_rd", __ll2double_rd(x), reference_double_of_integer(2, x), double(x));
    checks.same("int2float_ru", __int2float_ru(int(x)), reference_of_integer(1, int(x)), double(x));
    checks.same("uint2float_rz", __uint2float_rz(unsigned(x)), reference_of_integer(0, unsigned(x)), double(x));
}

__device__ void saturation(Checks &checks) {
    checks.same("float2int_rz", __float2int_rz(3e9f), 2147483647, 3e9);
    checks.same("float2int_rz", __float2int_rz(-3e9f), -2147483647 - 1, -3e9);
    checks.same("float2int_rn", __float2int_rn(2.5f), 2, 2.5);
    checks.same("float2int_ru", __float2int_ru(-2.5f), -2, -2.5);
    checks.same("float2uint_rz", __float2uint_rz(-1.0f), 0u, -1);
    checks.same("float2uint_rz", __float2uint_rz(5e9f), 0xffffffffu, 5e9);
    checks.same("float2ll_rz", __float2ll_rz(1e30f), 0x7fffffffffffffffll, 1e30);
    checks.same("double2ull_rz", __double2ull_rz(1e30), ~0ull, 1e30);
    // Of double, CUDA has NaN as the lowest integer; of float, as zero.
    checks.same("double2int_rn", __double2int_rn(__builtin_nan("")), -2147483647 - 1, 0);
    checks.same("float2int_rn", __float2int_rn(__builtin_nanf("")), 0, 0);
}

extern "C" __device__ int check(long *checked) {
    Checks checks;
    Random random;
    const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, 3.0f, 0x1p-149f, -0x1p-149f, 0x1p-126f, 0x1.fffffep127f, -0x1.fffffep127f,
                             __builtin_inff(), -__builtin_inff(), __builtin_nanf(""), 0x1p-75f, 0x1.000002p0f};
    for (float a : special)
        for (float b : special)
            for (float c : special) {
                floats(checks, a, b, c);
                doubles(checks, a, b, c);
            }
    const double wide[] = {0x1p-1074, -0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp1023, -0x1.fffffffffffffp1023, 0x1p-537, 0x1p-800, 1.0};
    for (double a : wide)
        for (double b : wide)
            for (double c : wide) doubles(checks, a, b, c);
    for (int i = 0; i < 200000; ++i) {
        unsigned long long x = random.next(), y = random.next(), z = random.next();
        floats(checks, bits_as<float>(unsigned(x)), bits_as<float>(unsigned(y)), bits_as<float>(unsigned(z)));
        doubles(checks, bits_as<double>(x), bits_as<double>(y), bits_as<double>(z));
        // Exponents that are near each other meet more often in sums.
        double near = 0x1p52, a = double(x) / near, b = double(y) / near, c = -a * b + double(z >> 30);
        floats(checks, float(a), float(b), float(c));
        doubles(checks, a, b, c);
        narrowing(checks, a * 0x1p-140);
        narrowing(checks, bits_as<double>(x));
        narrowing(checks, a);
        integers(checks, static_cast<long long>(x >> (y & 63)));
        integers(checks, -static_cast<long long>(x >> (1 + (y & 31))));
    }
    saturation(checks);
    *checked = checks.count;
    return checks.wrong;
}
