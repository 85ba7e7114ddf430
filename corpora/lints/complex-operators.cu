// compile: refused, the operators are ambiguous
#include <cuComplex.h>

#define BOTH __host__ __device__

__host__ __device__ cuFloatComplex operator*(cuFloatComplex a, cuFloatComplex b) { return cuCmulf(a, b); } // fires

BOTH inline cuDoubleComplex operator/(const cuDoubleComplex &a, const cuDoubleComplex &b) { return cuCdiv(a, b); } // fires

__device__ cuDoubleComplex operator*(cuDoubleComplex a, cuDoubleComplex b) { return cuCmul(a, b); }

__device__ cuFloatComplex operator+(cuFloatComplex a, cuFloatComplex b) { return cuCaddf(a, b); }

__device__ cuFloatComplex operator*(cuFloatComplex a, float b) { return make_cuFloatComplex(a.x * b, a.y * b); }

struct Complex {
    cuFloatComplex value;
};

__device__ Complex operator*(Complex a, Complex b) { return {cuCmulf(a.value, b.value)}; }

__global__ void uses(cuFloatComplex *a, cuDoubleComplex *b) {
    a[0] = a[1] * a[2];
    b[0] = b[1] / b[2];
}
