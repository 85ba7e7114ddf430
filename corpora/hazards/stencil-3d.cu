// A seven-point stencil marching through planes, blocks of 32 x 4.
// run: wave-any
#include "support.h"

#define BX 32
#define BY 4

__global__ void stencil(const float *__restrict__ in, float *__restrict__ out, int nx, int ny, int nz) {
    const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
    __shared__ float plane[BY + 2][BX + 2];
    const bool inside = x > 0 && y > 0 && x < nx - 1 && y < ny - 1;
    for (int z = 1; z < nz - 1; z++) {
        const int i = (z * ny + y) * nx + x;
        const bool valid = x < nx && y < ny;
        __syncthreads();
        plane[threadIdx.y + 1][threadIdx.x + 1] = valid ? in[i] : 0;
        if (valid && threadIdx.x == 0 && x > 0) plane[threadIdx.y + 1][0] = in[i - 1];
        if (valid && threadIdx.x == 31 && x + 1 < nx) plane[threadIdx.y + 1][BX + 1] = in[i + 1];
        if (valid && threadIdx.y == 0 && y > 0) plane[0][threadIdx.x + 1] = in[i - nx];
        if (valid && threadIdx.y == BY - 1 && y + 1 < ny) plane[BY + 1][threadIdx.x + 1] = in[i + nx];
        __syncthreads();
        if (!inside) continue;
        const int cx = threadIdx.x + 1, cy = threadIdx.y + 1;
        out[i] = plane[cy][cx - 1] + plane[cy][cx + 1] + plane[cy - 1][cx] + plane[cy + 1][cx] + in[i - nx * ny] + in[i + nx * ny] -
                 6 * plane[cy][cx];
    }
}

int main() {
    const int nx = 64, ny = 20, nz = 10;
    float *in = managed<float>(nx * ny * nz), *out = managed<float>(nx * ny * nz);
    for (int i = 0; i < nx * ny * nz; i++) in[i] = (float)(i % 11);
    stencil<<<dim3(nx / BX, ny / BY), dim3(BX, BY)>>>(in, out, nx, ny, nz);
    finish();
    bool right = true;
    for (int z = 1; z < nz - 1; z++)
        for (int y = 1; y < ny - 1; y++)
            for (int x = 1; x < nx - 1; x++) {
                const int i = (z * ny + y) * nx + x;
                right = right && out[i] == in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny] - 6 * in[i];
            }
    return report("stencil-3d", right);
}
