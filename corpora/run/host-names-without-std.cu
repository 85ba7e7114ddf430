// Classifications of numbers without `std::`, on the host and in a kernel; a jump out of a host function.
// run: wave-any
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cuda_runtime.h>

// Six bits: what the functions say of a number in double and in single precision.
#define BITS(x, y) (isfinite(x) | isnan(x) << 1 | isinf(x) << 2 | isfinite(y) << 3 | isnan(y) << 4 | isinf(y) << 5 | signbit(x) << 6)

__global__ void classify(const double *numbers, int *bits) {
    double x = numbers[threadIdx.x];
    bits[threadIdx.x] = BITS(x, float(x));
}

static jmp_buf start;

static void leave(int value) { longjmp(start, value); }

int main() {
    double *numbers;
    int *bits, wrong = 0;
    const double all[] = {1.5, -2, INFINITY, -INFINITY, NAN, 1e300};
    const int n = sizeof(all) / sizeof(all[0]);
    cudaMallocManaged(&numbers, sizeof(all));
    cudaMallocManaged(&bits, n * sizeof(int));
    for (int i = 0; i < n; i++) numbers[i] = all[i];
    classify<<<1, n>>>(numbers, bits);
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    for (int i = 0; i < n; i++) {
        float single = float(all[i]);
        wrong += bits[i] != int(BITS(all[i], single));
    }
    const int want[] = {9, 73, 36, 100, 18, 33};
    for (int i = 0; i < n; i++) wrong += bits[i] != want[i];

    volatile int jumps = 0;
    if (setjmp(start) == 0) {
        jumps = 1;
        leave(2);
    } else {
        jumps = jumps + 1;
    }
    wrong += jumps != 2;
    cudaFree(numbers);
    cudaFree(bits);
    puts(wrong ? "FAIL" : "PASS host-names-without-std");
    return wrong != 0;
}
