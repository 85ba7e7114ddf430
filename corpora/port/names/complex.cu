#include <cuComplex.h>
#include <cuda_runtime.h>

__global__ void square(cuFloatComplex *z, cuDoubleComplex *w) {
    z[threadIdx.x] = cuCmulf(z[threadIdx.x], make_cuFloatComplex(0.0f, 1.0f));
    w[threadIdx.x] = cuCadd(w[threadIdx.x], make_cuDoubleComplex(cuCreal(w[0]), cuCimag(w[0])));
}

cuComplex one() { return make_cuComplex(1.0f, 0.0f); }
