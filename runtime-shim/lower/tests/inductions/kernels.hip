// Kernels that move a place on in loops with barriers.

extern "C" {

__global__ void moved(const int *in, int *out, int step, int rounds) {
    __shared__ int row[64];
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < rounds; round++) {
        row[threadIdx.x] = in[at];
        __syncthreads();
        out[at] = row[blockDim.x - 1 - threadIdx.x] + round;
        at += step;
        __syncthreads();
    }
    out[at] = at;
}

// Each thread by a number of its own: there is nothing to split.
__global__ void moved_apart(const int *in, int *out, int step, int rounds) {
    __shared__ int row[64];
    int at = threadIdx.x;
    for (int round = 0; round < rounds; round++) {
        row[threadIdx.x] = in[at];
        __syncthreads();
        out[at] = row[blockDim.x - 1 - threadIdx.x] + round;
        at += step + threadIdx.x;
        __syncthreads();
    }
}
}
