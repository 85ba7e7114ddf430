// A sum in double precision by atomics, and the compare-and-swap loop that did it before there were any.
#include <hip/hip_runtime.h>

__global__ void sum_doubles(const double* values, double* total, int count)
{
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) {
        return;
    }
    atomicAdd(total, values[at]);
}

__global__ void sum_doubles_by_cas(const double* values, double* total, int count)
{
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count) {
        return;
    }
    const double addend = values[at];
    auto* bits = reinterpret_cast<unsigned long long*>(total);
    unsigned long long found = *bits;
    unsigned long long expected;
    do {
        expected = found;
        const double sum = addend + __longlong_as_double(expected);
        found = atomicCAS(bits, expected, __double_as_longlong(sum));
    } while (expected != found);
}
