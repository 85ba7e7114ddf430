// Iterations until a point of the plane escapes, one pixel a thread.
#include <cuda_runtime.h>
#include <cuComplex.h>

__global__ void mandelbrot(unsigned short *image, int width, int height, float2 corner, float step, int limit) {
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    cuFloatComplex c = make_cuFloatComplex(corner.x + px * step, corner.y + py * step);
    cuFloatComplex z = make_cuFloatComplex(0.0f, 0.0f);
    int i = 0;
    while (i < limit && cuCrealf(z) * cuCrealf(z) + cuCimagf(z) * cuCimagf(z) < 4.0f) {
        z = cuCaddf(cuCmulf(z, z), c);
        i++;
    }
    image[py * width + px] = i;
}
