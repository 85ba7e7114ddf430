#include <cuda_runtime.h>

__global__ void scale(long double x, double *p) { // fires
    p[0] = (double)x;
    long long wide = 1;
    p[1] = (double)((__float128)p[0] + wide); // fires
}

long double host(long double x) { return x; }
