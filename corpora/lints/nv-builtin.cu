// compile: gfx90a
#include <cuda_runtime.h>

__global__ void kernel(float *p, double *d) {
    p[0] = __nv_sinf(p[0]);                // fires
    d[0] = __nv_exp(d[0]);                 // fires
    d[1] = __nv_fma(d[0], d[1], d[2]);     // fires
    p[2] = sinf(p[1]);
}
