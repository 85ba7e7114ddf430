// Stores to shared memory that threads do on a condition, of places that they have read before.

extern "C" {

// All read one place, and the first thread writes it.
__global__ void one_for_all(int *out, int *sums, const int *in) {
    __shared__ int place;
    const int t = threadIdx.x;
    if (t == 0) place = in[0];
    __syncthreads();
    int sum = in[t];
    if (t < 32) {
        sum += place;
        if (t == 0) place = in[1];
    }
    __syncthreads();
    sums[t] = sum;
    out[t] = place;
}

// Two neighbours read one place, and the first of them writes it.
__global__ void one_for_two(int *out, int *sums, const int *in) {
    __shared__ int places[64];
    const int t = threadIdx.x;
    places[t] = -1;
    __syncthreads();
    const int sum = in[t] + places[t / 2];
    if (t % 2 == 0) places[t / 2] = in[t];
    __syncthreads();
    sums[t] = sum;
    out[t] = places[t / 2];
}

// A sorting network whose threads have an element each; `n` is a power of two.
__global__ void sorted(int *out, const int *in, int n) {
    __shared__ int held[64];
    const int t = threadIdx.x;
    held[t] = in[t];
    for (int size = 2; size <= n; size *= 2)
        for (int away = size / 2; away > 0; away /= 2) {
            __syncthreads();
            const int other = t ^ away;
            if (other > t) {
                const int mine = held[t], theirs = held[other];
                if ((mine > theirs) == ((t & size) == 0)) {
                    held[t] = theirs;
                    held[other] = mine;
                }
            }
        }
    __syncthreads();
    out[t] = held[t];
}
}
