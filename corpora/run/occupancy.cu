// Occupancy: a block size chosen by the API, blocks that fit, and a launch with them; properties of the device add up.
// run: wave-any
#include "check.h"

__global__ void twice(int *v, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v[i] *= 2;
}

__global__ void hungry(int *out) {
    __shared__ int s[8 * 1024];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x ^ 1];
}

int main() {
    Verdict verdict("occupancy");
    int device = -1, count = 0;
    CHECK(cudaGetDeviceCount(&count));
    CHECK(cudaSetDevice(0));
    CHECK(cudaGetDevice(&device));
    verdict.holds("there is a device, and it is the first", count >= 1 && device == 0);
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    int warp = 0, threads = 0;
    CHECK(cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, 0));
    CHECK(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, 0));
    verdict.holds("attributes are the properties", warp == properties.warpSize && threads == properties.maxThreadsPerBlock);
    verdict.holds("sizes make sense", properties.totalGlobalMem > (1u << 28) && properties.multiProcessorCount > 0 && properties.name[0]);

    int grid = 0, block = 0, few = 0, many = 0;
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, twice, 0, 0));
    verdict.holds("the block is of whole warps", block > 0 && block <= threads && block % warp == 0 && grid > 0);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&few, hungry, 128, 0));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&many, twice, 128, 0));
    verdict.holds("shared memory costs occupancy", few >= 1 && many >= few);
    const int n = 10000;
    std::vector<int> v(n);
    for (int i = 0; i < n; i++) v[i] = i;
    Array<int> device_v(v), out(64);
    twice<<<grid, block>>>(device_v.p, n);
    for (auto &each : v) each *= 2;
    verdict.same("twice", device_v.host(), v);
    hungry<<<2, 64>>>(out.p);
    std::vector<int> want(64);
    for (int i = 0; i < 64; i++) want[i] = i ^ 1;
    verdict.same("hungry", out.host(), want);
    return verdict.end();
}
