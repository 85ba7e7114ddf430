// compile: gfx90a needs hip-7.0
// Updates in step.
__device__ void last_warp(volatile float *s, int tid) {
    s[tid] += s[tid + 32]; // fires
    s[tid] += s[tid + 16];
    s[tid] += s[tid + 8];
}

__global__ void reduce(float *p) {
    __shared__ float s[256];
    int tid = threadIdx.x;
    s[tid] = p[tid];
    __syncthreads();
    if (tid < 128) s[tid] += s[tid + 128];
    __syncthreads();
    if (tid < 32) {
        s[tid] += s[tid + 16]; // fires
        s[tid] += s[tid + 8];
    }
    p[0] = s[0];
}

__global__ void waits(float *p) {
    __shared__ volatile float s[64];
    int tid = threadIdx.x;
    if (tid < 32) {
        s[tid] += s[tid + 16];
        __syncwarp();
        s[tid] += s[tid + 8];
        __syncwarp();
    }
    p[tid] += p[tid + 1];
    p[tid] += p[tid + 2];
}
