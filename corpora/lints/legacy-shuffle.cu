// compile: gfx90a needs hip-6.4
// Without a mask; the others of the file are related places.
__device__ float both(float v) {
    v += __shfl_down(v, 1); // fires
    v += __shfl_xor(v, 1);
    return __any(v > 0) ? v : __shfl_sync(~0ull, v, 0);
}
