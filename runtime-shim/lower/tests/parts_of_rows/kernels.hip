// Kernels whose warps meet, of few instructions and of many.

template<int Rounds> __device__ unsigned mixed(unsigned value, const unsigned *by) {
#pragma unroll
    for (int round = 0; round < Rounds; round++) {
        value ^= by[round];
        value = value * 3 + (value >> 5);
    }
    return value;
}

// Which bit is counted is the same for all threads: the comparison can leave loops.
template<int Rounds> __device__ void count(const unsigned *by, unsigned *out, int which) {
    const unsigned at = blockIdx.x * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
    const unsigned value = mixed<Rounds>(at, by);
    const unsigned ones = __popcll(__ballot(which ? (value >> which) & 1 : value & 1));
    out[at] = mixed<Rounds>(value, by) + ones;
}

extern "C" {

__global__ void few(const unsigned *by, unsigned *out, int which) {
    count<2>(by, out, which);
}

__global__ void many(const unsigned *by, unsigned *out, int which) {
    count<100>(by, out, which);
}
}
