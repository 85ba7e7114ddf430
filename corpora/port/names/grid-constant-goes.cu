#include <cuda_runtime.h>

struct Parameters {
    float a, b;
};

__global__ void k(const __grid_constant__ Parameters p, float *out) { *out = p.a + p.b; }
