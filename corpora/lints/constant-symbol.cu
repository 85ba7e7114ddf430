// compile: gfx90a
#include <hip/hip_runtime.h>

__constant__ float coefficients[8];

void host(float *values, void **address) {
    (void)hipMemcpyToSymbol(coefficients, values, 32); // fires
    (void)hipMemcpyFromSymbol(values, coefficients, 32); // fires
    (void)hipGetSymbolAddress(address, coefficients); // fires
    (void)hipMemcpyToSymbol(HIP_SYMBOL(coefficients), values, 32);
}
