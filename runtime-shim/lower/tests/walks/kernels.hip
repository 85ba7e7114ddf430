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

// A row for each block, threads of which begin beyond its end: they bring what others do not begin with.
__global__ void rows(int *out, const int *ends, const int *in, int other) {
    const int t = threadIdx.x, end = ends[blockIdx.x + 1];
    int k = ends[blockIdx.x] + t, sum = other, most = -1;
    if (k < end) {
        sum = 7;
        do {
            sum = 3 * sum + in[k];
            if (in[k] > most) most = in[k];
            k += blockDim.x;
        } while (k < end);
    }
    out[blockIdx.x * blockDim.x + t] = sum - 1000 * most;
}

// What is stored in the loop, and a branch in it.
__global__ void moves(int *out, const int *in, int n, int limit) {
    const int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        const int own = in[i];
        if (own > limit) out[i] = 2 * own;
        out[i + 500] = own - limit;
    }
}

// What is kept of the last iteration but one, and the number itself after the loop.
__global__ void counts_on(int *out, const int *in, int n) {
    int before = 0, last = 0, i = threadIdx.x;
    for (; i < n; i += blockDim.x) {
        before = last;
        last = in[i];
    }
    out[threadIdx.x] = before + 2 * last + 1000 * i;
}

// The same, without the number; what comes last is handed on in either order.
__global__ void hands_on(int *out, const int *in, int n) {
    int one = -1, two = -2, three = -3;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        const int own = in[i];
        three = two;
        two = one;
        one = own;
    }
    out[3 * threadIdx.x] = one, out[3 * threadIdx.x + 1] = two, out[3 * threadIdx.x + 2] = three;
}

// The bound comes nearer, and goes away again.
__global__ void bounds_move(int *out, const int *in, int n, int by) {
    int sum = 0, end = n;
    for (int i = threadIdx.x; i < end; i += blockDim.x) {
        sum = 3 * sum + in[i];
        end = end == n ? n - by : n;
    }
    out[threadIdx.x] = sum;
}
}
