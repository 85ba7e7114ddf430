// compile: no, the assembly is PTX
__global__ void mixes(unsigned *out, unsigned a, unsigned b, unsigned c) {
    unsigned d;
    asm("vset4.u32.u32.lt %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); // fires
    asm volatile("bar.sync 1, 64;"); // fires
    asm volatile("wgmma.commit_group.sync.aligned;"); // fires
    out[0] = d;
}

__global__ void has_counterparts(unsigned *out) {
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    asm volatile("bar.sync 0;");
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(lane) : "r"(lane), "r"(1), "r"(2));
    asm("slct.u32.s32 %0, %1, %2, %3;" : "=r"(lane) : "r"(lane), "r"(1), "r"(2));
    asm volatile("cp.async.wait_all;");
    asm volatile("s_sleep 1");
    out[lane] = lane;
}

#if defined(__HIP_PLATFORM_AMD__)
__device__ void pause() { asm volatile("s_nop 0"); }
#elif defined(__CUDACC__)
__device__ void pause() { asm volatile("nanosleep.u32 10;"); }
#endif

void host() { asm volatile("pause"); }
