// compile: gfx90a needs hip-7.0
// lint-options: --rocm 6.4
// Waits of a warp, in code and in a macro.
#define WAIT() __syncwarp() // fires

__global__ void exchange(int *p) {
    __shared__ volatile int s[64];
    s[threadIdx.x] = p[threadIdx.x];
    __syncwarp(); // fires
    p[threadIdx.x] = s[threadIdx.x ^ 1];
    __syncthreads();
#if HIP_VERSION_MAJOR >= 7
    __syncwarp();
#endif
}

struct Warp {
    void __syncwarp();
};
