// Inclusive prefix sums of each block by doubling distances, in two buffers of shared memory.
// run: wave-any
#include "check.h"

__global__ void scan(const int *in, int *out, int n) {
    extern __shared__ int buffer[];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int from = 0, to = blockDim.x;
    buffer[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < blockDim.x; distance *= 2) {
        buffer[to + t] = buffer[from + t] + (t >= distance ? buffer[from + t - distance] : 0);
        const int other = from;
        from = to;
        to = other;
        __syncthreads();
    }
    if (i < n) out[i] = buffer[from + t];
}

int main() {
    Verdict verdict("scan-hillis-steele");
    for (const int size : {16, 128, 512}) {
        const int n = 3000;
        std::vector<int> in(n), want(n);
        const auto words = random_words(n, size);
        for (int i = 0; i < n; i++) {
            in[i] = words[i] % 100;
            want[i] = in[i] + (i % size ? want[i - 1] : 0);
        }
        Array<int> din(in), dout(n);
        scan<<<blocks(n, size), size, 2 * size * sizeof(int)>>>(din.p, dout.p, n);
        verdict.same("sums", dout.host(), want);
    }
    return verdict.end();
}
