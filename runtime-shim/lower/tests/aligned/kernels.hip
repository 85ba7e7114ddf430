// Indices made of quotients and remainders of a thread's number, which in strips that begin at a multiple of their length are the same or
// grow by one.

extern "C" {

__global__ void masks(int *out, const int *in, int first, int by) {
    const int t = first + threadIdx.x;
    out[threadIdx.x] = in[2 * t - (t & by)] * 3 - in[(t & by) + 3];
}

__global__ void quotients(int *out, const int *in, int first, int by) {
    const int t = first + threadIdx.x, row = t / by, column = t % by;
    out[threadIdx.x] = in[(row + 200) * 8 + column + 200];
}

__global__ void unsigned_quotients(int *out, const int *in, int first, int by) {
    const size_t t = first + threadIdx.x, n = by;
    out[threadIdx.x] = in[t / n * 3 + t % n];
}

__global__ void some(int *out, const int *in, int first, int by) {
    const int t = first + threadIdx.x;
    if (in[t] % 3 == 1) out[threadIdx.x] = in[t % by] - in[t & (by - 1)];
}

// The numbers go over the end of the range.
__global__ void over_the_end(int *out, const int *in, int first, int by) {
    const int t = static_cast<int>(0x7fffffe0u + first + threadIdx.x);
    out[threadIdx.x] = in[t & by] + in[(t >> 4) - 0x7fffff0 & 1023];
}

__global__ void rows_of_warps(int *out, const int *in) {
    __shared__ int s[4][32];
    const unsigned t = threadIdx.x;
    s[t >> 5][t & 31] = in[t];
    __syncthreads();
    out[t] = s[t / 32][(t & 31) ^ 1];
}

__global__ void sort(int *numbers) {
    __shared__ int held[256];
    const int t = threadIdx.x, threads = blockDim.x;
    held[t] = numbers[t], held[t + threads] = numbers[t + threads];
    for (int size = 2; size <= 2 * threads; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            const int at = 2 * t - (t & (stride - 1)), low = held[at], high = held[at + stride];
            if ((low > high) == ((at & size) == 0)) held[at] = high, held[at + stride] = low;
        }
    __syncthreads();
    numbers[t] = held[t], numbers[t + threads] = held[t + threads];
}
}
