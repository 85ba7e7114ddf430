// Inclusive prefix sums of each block (Hillis and Steele), and the blocks' totals.
#include <hip/hip_runtime.h>

constexpr int kBlock = 256;

__global__ void scan_block(const int* src, int* dst, int* block_sums, int count)
{
    __shared__ int ping_pong[2][kBlock];

    const int global = blockIdx.x * kBlock + threadIdx.x;
    int current = 0;
    ping_pong[current][threadIdx.x] = global < count ? src[global] : 0;
    __syncthreads();

    for (int reach = 1; reach < kBlock; reach *= 2) {
        int sum = ping_pong[current][threadIdx.x];
        if (threadIdx.x >= reach) {
            sum += ping_pong[current][threadIdx.x - reach];
        }
        ping_pong[1 - current][threadIdx.x] = sum;
        current = 1 - current;
        __syncthreads();
    }

    if (global < count) {
        dst[global] = ping_pong[current][threadIdx.x];
    }
    if (threadIdx.x == kBlock - 1) {
        block_sums[blockIdx.x] = ping_pong[current][threadIdx.x];
    }
}

__global__ void add_totals(int* data, const int* block_sums, int count)
{
    const int global = blockIdx.x * kBlock + threadIdx.x;
    if (blockIdx.x > 0 && global < count) {
        data[global] += block_sums[blockIdx.x - 1];
    }
}
