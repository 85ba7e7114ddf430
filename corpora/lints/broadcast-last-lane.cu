// compile: gfx90a needs hip-6.4
// The last lane.
__device__ int total(int v) {
    int lane = threadIdx.x % warpSize;
    int sum = __shfl_sync(~0ull, v, 31); // fires
    int old = __shfl(v, 31); // fires
    int kept = __shfl_sync(~0ull, v, 31, 32);
    int mine = __shfl_sync(~0ull, v, warpSize - 1);
    if (lane == 31) sum += v; // fires
    if (lane == warpSize - 1) sum += v;
    int month_day = v;
    if (month_day == 31) sum += 1;
    return sum + old + kept + mine;
}
