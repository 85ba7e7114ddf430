// compile: gfx90a
// Numbers of compute units.
__device__ unsigned smid() {
    unsigned id;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(id)); // fires
    return id;
}

__global__ void takes_a_slot(int *pool) {
    unsigned sm;
    asm("mov.u32 %0, %%smid;" : "=r"(sm)); // fires
    pool[sm * 32 + threadIdx.x] = 1;
}

__global__ void by_function(int *pool) {
    const unsigned slot = smid();
    atomicAdd(&pool[slot], 1);
}

__global__ void records(unsigned *where) {
    unsigned sm;
    asm("mov.u32 %0, %%smid;" : "=r"(sm));
    where[blockIdx.x] = sm;
}

__global__ void by_block(int *pool) {
    unsigned warp;
    asm("mov.u32 %0, %%laneid;" : "=r"(warp));
    pool[warp] = 1;
    pool[blockIdx.x] = 1;
}
