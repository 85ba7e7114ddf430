// compile: gfx90a needs before-hip-7.0
// lint-options: --rocm 7.0
// Where a constant is needed.
template <int N> struct Slots { int data[N]; };
#if __AMDGCN_WAVEFRONT_SIZE__ == 64 // fires
#endif

__global__ void sized(int *p) {
    __shared__ int partial[warpSize]; // fires
    __shared__ int slots[1024 / warpSize]; // fires
    Slots<warpSize> s; // fires
    constexpr int half = warpSize / 2; // fires
    static_assert(warpSize == 64, ""); // fires
    int lane = threadIdx.x % warpSize;
    p[warpSize - 1] = partial[lane % warpSize];
    if (lane < warpSize) p[lane / warpSize] = slots[0] + s.data[0] + half;
}

struct Properties { int warpSize; };
int ask(Properties p) { int sizes[64]; return sizes[p.warpSize]; }
