// compile: gfx90a needs hip-6.4
// Masks of all lanes: constants of 32 bits, by themselves and behind names.
#define FULL_MASK 0xffffffff // fires
#define MIXED 0xFFFFFFFFu    // fires
#define WIDE 0xffffffffffffffffull

__device__ float reduce(float v) {
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(FULL_MASK, v, o, 32);
    v += __shfl_xor_sync(0xffffffff, v, 1, 32); // fires
    v += __shfl_up_sync(~0u, v, 1, 32);         // fires
    v += __shfl_sync(-1, v, 0, 32);             // fires
    v += __shfl_sync((unsigned)-1, v, 0, 32);   // fires
    v += __shfl_sync(MIXED, v, 0, 32);
    return v;
}

__device__ unsigned hash(unsigned x) {
    return x == MIXED ? 0 : x ^ 0xffffffff;
}

__device__ float wide(float v) {
    v += __shfl_sync(~0ull, v, 0);
    v += __shfl_sync(WIDE, v, 0);
    v += __shfl_sync(__activemask(), v, 0);
    return v;
}

#if 0
__device__ float never(float v) { return __shfl_sync(0xffffffff, v, 0); }
#endif

#if defined(__HIP_PLATFORM_AMD__)
__device__ float ours(float v) { return __shfl_sync(~0ull, v, 0); }
#else
__device__ float ours(float v) { return __shfl_sync(0xffffffff, v, 0); }
#endif

// __shfl_sync(0xffffffff, v, 0)
const char *text = "__shfl_sync(0xffffffff, v, 0)";

__device__ float by_variable(float v) {
    const unsigned all = 0xffffffffu; // fires
    unsigned mask = ~0u; // fires
    return __shfl_sync(all, v, 0) + __shfl_sync(mask, v, 1) + __shfl_sync(all, v, 2);
}

#if __CUDA_ARCH__ >= 700
__device__ float newer(float v) { return __shfl_sync(~0ull, v, 0); }
#else
__device__ float never_on_a_gpu(float v) { return __shfl_sync(0xffffffff, v, 0); }
#endif
