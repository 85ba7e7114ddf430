// compile: gfx90a needs hip-6.4
// Masks by assembly.
__device__ int before(bool p) {
    unsigned mask;
    asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(mask)); // fires
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return __popc(__ballot_sync(~0ull, p) & mask) + lane;
}
