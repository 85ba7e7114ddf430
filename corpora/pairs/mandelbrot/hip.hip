// Iterations until a point of the plane escapes, one pixel a thread.
#include <hip/hip_runtime.h>
#include <hip/hip_complex.h>

__global__ void mandelbrot(unsigned short* pixels, int width, int height, float2 origin, float scale, int most)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) {
        return;
    }
    const hipFloatComplex point = make_hipFloatComplex(origin.x + x * scale, origin.y + y * scale);
    hipFloatComplex value = make_hipFloatComplex(0.0f, 0.0f);
    int count = 0;
    for (; count < most; count++) {
        if (!(hipCrealf(value) * hipCrealf(value) + hipCimagf(value) * hipCimagf(value) < 4.0f)) {
            break;
        }
        value = hipCaddf(hipCmulf(value, value), point);
    }
    pixels[y * width + x] = static_cast<unsigned short>(count);
}
