// The same layout in constant memory, where the host asks the device for its warp size: nothing is tied to 32 lanes.
#include "support.h"

struct Layout {
    unsigned lane_bits;
    unsigned half;
};

__constant__ Layout shape;

__global__ void sums(const int *in, int *out) {
    const unsigned lane = threadIdx.x & shape.lane_bits;
    int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (unsigned step = shape.half; step > 0; step >>= 1) value += __shfl_xor_sync(__activemask(), value, step);
    if (lane == 0) atomicAdd(out + blockIdx.x, value);
}

int main() {
    cudaDeviceProp properties;
    CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
    Layout host;
    host.lane_bits = properties.warpSize - 1;
    host.half = properties.warpSize / 2;
    CUDA_CHECK(cudaMemcpyToSymbol(shape, &host, sizeof(host)));
    const int groups = 6, size = 128;
    int *in = managed<int>(groups * size), *out = managed<int>(groups);
    for (int i = 0; i < groups * size; i++) in[i] = i % 17;
    sums<<<groups, size>>>(in, out);
    finish();
    bool right = true;
    for (int block = 0; block < groups; block++) {
        int want = 0;
        for (int t = 0; t < size; t++) want += in[block * size + t];
        right = right && out[block] == want;
    }
    return report("layout-mask", right);
}
