// Loops in which threads walk through an array side by side, to a bound that they come to in one iteration or the next.

extern "C" {

__global__ void walks(float *out, const float *in, int n) {
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int i = first; i < n; i += gridDim.x * blockDim.x) sum = sum / 2 + in[i];
    out[first] = sum;
}
__global__ void walks_up_to(long *out, const unsigned char *in, size_t n) {
    long sum = 0;
    size_t i = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    for (; n >= i + 1; i += stride) sum = sum * 3 + in[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void walks_and_counts(unsigned *out, const uchar4 *in, unsigned n) {
    __shared__ unsigned counts[16];
    for (unsigned k = threadIdx.x; k < 16; k += blockDim.x) counts[k] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const uchar4 some = in[i];
        atomicAdd(&counts[some.x & 15], 1u);
        atomicAdd(&counts[some.w & 15], some.y);
    }
    __syncthreads();
    for (unsigned k = threadIdx.x; k < 16; k += blockDim.x) atomicAdd(&out[k], counts[k]);
}
// The threads' numbers go over the end of the range, so that the last thread of a strip may stay where others do not.
__global__ void walks_over_the_end(int *out, const int *in, int first, int limit, unsigned step, int times) {
    int i = static_cast<int>(static_cast<unsigned>(first) + threadIdx.x), sum = 0;
    for (int k = 0; k < times; ++k) {
        if (i >= limit) break;
        const unsigned at = static_cast<unsigned>(i) - static_cast<unsigned>(first);
        sum = at < 64 ? sum * 3 + in[at] : sum + 1000;
        i = static_cast<int>(static_cast<unsigned>(i) + step);
    }
    out[threadIdx.x] = sum;
}
}
