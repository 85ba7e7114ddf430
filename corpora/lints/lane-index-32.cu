// compile: gfx90a needs hip-6.4
// Lanes counted by 32.
__global__ void ballots(int *p) {
    int lane = threadIdx.x & 31; // fires
    int tid = threadIdx.x;
    int other = tid % 32; // fires
    int wave = threadIdx.x % warpSize;
    int color = p[threadIdx.x] % 32;
    int row = threadIdx.y % 32;
    auto mask = __ballot_sync(~0ull, p[tid] > 0);
    p[tid] = __popcll(mask) + lane + other + wave + color + row;
}
