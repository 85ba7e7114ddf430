// Indices that stop at an array's edges, or go on at the other side.

extern "C" {

__global__ void smoothed(int *out, const int *in, int first, int n) {
    const int x = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n) return;
    const int two_before = in[max(x - 2, 0)], before = in[max(x - 1, 0)], after = in[min(x + 1, n - 1)], two_after = in[min(x + 2, n - 1)];
    out[x] = 16 * two_before + 8 * before + 4 * in[x] + 2 * after + two_after;
}

__global__ void around(int *out, const int *in, int first, int n) {
    const int x = first + blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n) return;
    const int west = x > 0 ? x - 1 : n - 1, east = x < n - 1 ? x + 1 : 0, far = x + 5 < n ? x + 5 : x + 5 - n;
    out[x] = 5 * in[west] - 3 * in[east] + in[far];
}

// In a loop, both ways in one; the index goes down.
__global__ void windows(int *out, const int *in, int first, int n, int radius) {
    const int x = first + blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int d = -radius; d <= radius; d++) sum = 3 * sum + in[min(max(n - 1 - x + d, 0), n - 1)];
    if (x < n) out[x] = sum;
}

__global__ void unsigned_edges(int *out, const int *in, unsigned first, unsigned n) {
    const unsigned x = first + blockIdx.x * blockDim.x + threadIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = in[min(x, n - 1)] + 2 * in[min(max(x, 20u) - 20, 300u)] + (x != 33 ? in[x % 64] : 7);
}

__global__ void but_one(int *out, const int *in, int first, int n) {
    const int x = first + blockIdx.x * blockDim.x + threadIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = in[x != n ? x + 40 : 0];
}

// What is compared are addresses.
__global__ void by_address(int *out, const int *in, int first, int n) {
    const int x = first + blockIdx.x * blockDim.x + threadIdx.x;
    const int *own = in + x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = in[own < in + n ? x + 40 : 0] + in[min(x + 40, 300)];
}
}
