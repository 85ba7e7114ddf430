// compile: gfx90a needs hip-6.4
// Slots of warps.
__device__ float sum(float v);

__global__ void blocks(float *p) {
    __shared__ float partial[32]; // fires
    __shared__ float tile[32];
    __shared__ float many[64];
    int warp = threadIdx.x / 32;
    float v = __shfl_xor_sync(~0ull, p[threadIdx.x], 1);
    partial[warp] = v;
    tile[threadIdx.x % 32] = v;
    many[warp] = v;
    __syncthreads();
    p[0] = partial[0] + tile[0] + many[0];
}
