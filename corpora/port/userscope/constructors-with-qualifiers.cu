#include <cuda_runtime.h>

// A class at global scope is renamed as a whole, its constructors with it.
struct cuDoubleComplex {
    double x, y;
    __host__ __device__ cuDoubleComplex(double x, double y) : x(x), y(y) {}
    __device__ explicit cuDoubleComplex(double x);
    __device__ ~cuDoubleComplex() {}
    __device__ cuDoubleComplex operator*(const cuDoubleComplex &other) const {
        return cuDoubleComplex(x * other.x - y * other.y, x * other.y + y * other.x);
    }
};

__device__ cuDoubleComplex square(cuDoubleComplex value) { return value * value; }

namespace own {
// In a namespace it is the program's alone.
struct cuComplex {
    float x, y;
    __device__ cuComplex(float x, float y) : x(x), y(y) {}
};
__device__ cuComplex twice(cuComplex value) { return cuComplex(2 * value.x, 2 * value.y); }
}
