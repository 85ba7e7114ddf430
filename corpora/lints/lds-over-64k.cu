// compile: no, the shared memory is too large
// lint-options: --target gfx90a,gfx1100
__global__ void two_tiles(float *out) {
    __shared__ float a[64][128];
    __shared__ float b[64][192]; // fires
    a[0][threadIdx.x] = b[0][threadIdx.x] = out[threadIdx.x];
    out[threadIdx.x] = a[0][0] + b[0][0];
}

#define ROWS 128
__global__ void one_tile(double *out) {
    __shared__ double tile[ROWS][ROWS / 2 + 1]; // fires
    tile[0][threadIdx.x] = out[threadIdx.x];
    out[threadIdx.x] = tile[0][0];
}

__global__ void fits(float *out) {
    __shared__ float tile[128][128];
    extern __shared__ float rest[];
    tile[0][threadIdx.x] = rest[0] = out[threadIdx.x];
    out[threadIdx.x] = tile[0][0];
}

void host(float *out) {
    fits<<<1, 64, 98304>>>(out); // fires
    fits<<<1, 64, 64 * 1024>>>(out);
    fits<<<1, 64>>>(out);
}
