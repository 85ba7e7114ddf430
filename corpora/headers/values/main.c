// Runs the checks of one device object on the host, and is the reference for rounding: the processor's own modes.
#include <fenv.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

// Compiled with -frounding-math. Modes: 0 toward zero, 1 up, 2 down.
static const int modes[] = {FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
#define REFERENCE(T, suffix)                                                        \
    T reference_##suffix(int mode, int operation, T a, T b, T c) {                  \
        volatile T x = a, y = b, z = c, result = 0;                                 \
        fesetround(modes[mode]);                                                    \
        switch (operation) {                                                        \
            case 0: result = x + y; break;                                          \
            case 1: result = x - y; break;                                          \
            case 2: result = x * y; break;                                          \
            case 3: result = x / y; break;                                          \
            case 4: result = sizeof(T) == 4 ? sqrtf(x) : sqrt(x); break;            \
            case 5: result = sizeof(T) == 4 ? fmaf(x, y, z) : fma(x, y, z); break;  \
        }                                                                           \
        fesetround(FE_TONEAREST);                                                   \
        return result;                                                              \
    }
REFERENCE(float, float)
REFERENCE(double, double)

float reference_narrow(int mode, double a) {
    volatile double x = a;
    fesetround(modes[mode]);
    volatile float result = (float)x;
    fesetround(FE_TONEAREST);
    return result;
}
float reference_of_integer(int mode, long long a) {
    volatile long long x = a;
    fesetround(modes[mode]);
    volatile float result = (float)x;
    fesetround(FE_TONEAREST);
    return result;
}
double reference_double_of_integer(int mode, long long a) {
    volatile long long x = a;
    fesetround(modes[mode]);
    volatile double result = (double)x;
    fesetround(FE_TONEAREST);
    return result;
}

int __hipify_printf(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int written = vprintf(format, arguments);
    va_end(arguments);
    return written;
}

// Returns how many values were wrong and says what; `checked` counts.
extern int check(long *checked);

int main(void) {
    long checked = 0;
    int wrong = check(&checked);
    printf("%ld values, %d wrong\n", checked, wrong);
    return wrong != 0 || checked == 0;
}
