// Values of threads that go round in loops with barriers.

extern "C" {

constexpr int THREADS = 32;

// One sum: what it was and what it becomes are never needed at once.
__global__ void summed(const int *in, int *out, int rounds) {
    __shared__ int row[THREADS];
    int t = threadIdx.x, total = in[t];
    for (int i = 0; i < rounds; i++) {
        row[t] = in[i * THREADS + t];
        __syncthreads();
        total = total * 3 + row[(t + i) % THREADS];
        __syncthreads();
    }
    out[t] = total;
}

// Three values that change places, all needed at once.
__global__ void rotated(const int *in, int *out, int rounds) {
    __shared__ int row[THREADS];
    int t = threadIdx.x, one = in[t], two = in[t + 1], three = in[t + 2];
    for (int i = 0; i < rounds; i++) {
        row[t] = one;
        __syncthreads();
        int next = row[THREADS - 1 - t] + in[i];
        one = two;
        two = three;
        three = next;
        __syncthreads();
    }
    out[t] = one + 7 * two + 31 * three;
}

// Two sums, each of which takes what the other was.
__global__ void crossed(const int *in, int *out, int rounds) {
    __shared__ int row[THREADS];
    int t = threadIdx.x, one = in[t], two = in[t + 1];
    for (int i = 0; i < rounds; i++) {
        row[t] = in[i] + t;
        __syncthreads();
        int a = one * 5 + row[(t + 1) % THREADS], b = two * 3 + row[(t + 2) % THREADS];
        __syncthreads();
        one = b;
        two = a;
    }
    out[t] = one - 2 * two;
}

}
