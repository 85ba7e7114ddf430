// Reductions by shuffles, and what looks like them.

extern "C" __global__ void of_first(const float *in, float *out) {
    float v = in[threadIdx.x];
    for (int away = 16; away > 0; away /= 2) v += __shfl_down(v, away, 32);
    if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}

extern "C" __global__ void of_all(const double *in, double *out) {
    double v = in[threadIdx.x];
    for (int mask = 1; mask < 32; mask <<= 1) v = fmax(v, __shfl_xor(v, mask));
    out[threadIdx.x] = v;
}

// Of whole warps: of 64 lanes, those of the second half are added before.
extern "C" __global__ void of_warp(const float *in, float *out) {
    float v = in[threadIdx.x];
    for (int away = warpSize / 2; away > 0; away /= 2) v += __shfl_down(v, away);
    if (threadIdx.x % warpSize == 0) out[threadIdx.x / warpSize] = v;
}

// And here at last.
extern "C" __global__ void rising(const int *in, int *out) {
    int v = in[threadIdx.x];
    for (int mask = 1; mask < warpSize; mask *= 2) v = max(v, __shfl_xor(v, mask));
    out[threadIdx.x] = v;
}

// What lanes other than the first get is used.
extern "C" __global__ void of_each(const int *in, int *out) {
    int v = in[threadIdx.x];
    for (int away = 16; away > 0; away /= 2) v += __shfl_down(v, away, 32);
    out[threadIdx.x] = v;
}

// Sums of four.
extern "C" __global__ void of_some(const int *in, int *out) {
    int v = in[threadIdx.x];
    for (int mask = 2; mask > 0; mask /= 2) v += __shfl_xor(v, mask);
    out[threadIdx.x] = v;
}

// What there is after two steps is used as well.
extern "C" __global__ void halfway(const int *in, int *out) {
    int v = in[threadIdx.x];
    v += __shfl_xor(v, 16);
    v += __shfl_xor(v, 8);
    out[32 + threadIdx.x] = v;
    v += __shfl_xor(v, 4);
    v += __shfl_xor(v, 2);
    v += __shfl_xor(v, 1);
    out[threadIdx.x] = v;
}

// What another lane had after three steps is used as well.
extern "C" __global__ void of_others(const int *in, int *out) {
    int v = in[threadIdx.x];
    v += __shfl_xor(v, 16);
    v += __shfl_xor(v, 8);
    v += __shfl_xor(v, 4);
    const int other = __shfl_xor(v, 2);
    v += other;
    v += __shfl_xor(v, 1);
    out[threadIdx.x] = v;
    out[32 + threadIdx.x] = other;
}

// Two operations.
extern "C" __global__ void mixed(const int *in, int *out) {
    int v = in[threadIdx.x];
    v += __shfl_xor(v, 16);
    v += __shfl_xor(v, 8);
    v = max(v, __shfl_xor(v, 4));
    v += __shfl_xor(v, 2);
    v += __shfl_xor(v, 1);
    out[threadIdx.x] = v;
}

// The first thread of a block asks for what went through another branch.
extern "C" __global__ void of_block(const float *in, float *out) {
    float v = in[threadIdx.x];
    if (threadIdx.x < 32) {
        for (int away = 16; away > 0; away /= 2) v += __shfl_down(v, away, 32);
    }
    if (threadIdx.x == 0) out[0] = v;
}
