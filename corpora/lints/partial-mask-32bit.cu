// compile: needs hip-7.0
// Masks of some lanes in 32 bits.
__device__ float some(float v, unsigned mask, unsigned long long wide) {
    v += __shfl_sync(0x0000ffff, v, 0, 16); // fires
    v += __shfl_sync(mask, v, 0); // fires
    v += __shfl_xor_sync(mask, v, 1);
    v += __shfl_sync(wide, v, 0);
    v += __shfl_sync(0xffffull, v, 0);
    v += __shfl_sync(0xffffffff, v, 0);
    __syncwarp();
    return v;
}
