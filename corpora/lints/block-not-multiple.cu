// compile: gfx90a needs hip-6.4
// Launches.
__device__ float sum(float v) { return v + __shfl_xor_sync(~0ull, v, 1); }
__global__ void with(float *p) { p[threadIdx.x] = sum(p[threadIdx.x]); }
__global__ void without(float *p) { p[threadIdx.x] *= 2; }

void launch(float *p, int n) {
    with<<<1, 96>>>(p); // fires
    with<<<1, dim3(16, 2)>>>(p); // fires
    with<<<1, 128>>>(p);
    with<<<1, n>>>(p);
    without<<<1, 96>>>(p);
}
