// A sum in double precision by atomics, and the compare-and-swap loop that did it before there were any.
#include <cuda_runtime.h>

__device__ double add_by_cas(double *address, double value) {
    unsigned long long int *as_ull = (unsigned long long int *)address;
    unsigned long long int old = *as_ull, assumed;
    do {
        assumed = old;
        old = atomicCAS(as_ull, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__global__ void sum_doubles(const double *in, double *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(out, in[i]);
}

__global__ void sum_doubles_by_cas(const double *in, double *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) add_by_cas(out, in[i]);
}
