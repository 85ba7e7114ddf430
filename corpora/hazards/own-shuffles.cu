// Exchanges of values that have the names of shuffles and work in shared memory, for threads in groups of 32.
// run: wave-any
#include "support.h"

constexpr int GROUP = 32;

struct Exchange {
    int *slots;

    __device__ int shfl_down(unsigned mask, int value, int delta) {
        __syncthreads();
        slots[threadIdx.x] = value;
        __syncthreads();
        const int place = threadIdx.x % GROUP, from = place + delta;
        return mask >> place & 1 && from < GROUP ? slots[threadIdx.x + delta] : value;
    }
    __device__ unsigned ballot(bool p) {
        __syncthreads();
        slots[threadIdx.x] = p;
        __syncthreads();
        unsigned bits = 0;
        for (int i = 0; i < GROUP; i++) bits |= (unsigned)slots[threadIdx.x / GROUP * GROUP + i] << i;
        return bits;
    }
};

__global__ void sums(const int *in, int *out, int *odd) {
    __shared__ int slots[128];
    Exchange exchange = {slots};
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    const unsigned bits = exchange.ballot(v & 1);
    for (int delta = 16; delta > 0; delta /= 2) v += exchange.shfl_down(0xffffffffu, v, delta);
    if (threadIdx.x % GROUP == 0) {
        out[(blockIdx.x * blockDim.x + threadIdx.x) / GROUP] = v;
        atomicAdd(odd, __popc(bits));
    }
}

int main() {
    const int n = 512;
    int *in = managed<int>(n), *out = managed<int>(n / GROUP), *odd = managed<int>(1), want_odd = 0;
    std::vector<int> want(n / GROUP);
    for (int i = 0; i < n; i++) {
        want[i / GROUP] += in[i] = i * 3 % 50;
        want_odd += in[i] & 1;
    }
    sums<<<n / 128, 128>>>(in, out, odd);
    finish();
    return report("own-shuffles", std::equal(want.begin(), want.end(), out) && *odd == want_odd);
}
