// compile: gfx90a needs hip-6.4
// Warps counted by 32.
__global__ void ballots(int *p) {
    int warp = threadIdx.x >> 5; // fires
    int tid = threadIdx.x;
    int other = tid / 32; // fires
    int number = blockDim.x / 32; // fires
    int wave = threadIdx.x / warpSize;
    int word = p[threadIdx.x] / 32;
    auto mask = __ballot_sync(~0ull, p[tid] > 0);
    p[tid] = __popcll(mask) + warp + other + number + wave + word;
}
