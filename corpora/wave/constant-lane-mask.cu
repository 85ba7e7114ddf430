// Sums of 32 lanes each by exchanges with `lane ^ 1` to `lane ^ 16`, where the lane is a thread's index by a mask that the host
// puts into constant memory. With 64 lanes the second 32 read from the first.
// run: wave-32
// hazard: wave-64
// finds: HIP1010
#include "../run/check.h"

struct Layout {
    unsigned lane_mask;
    unsigned warp_shift;
};

__constant__ Layout layout;
__constant__ int group_mask = 31;

#define ADD_GROUP(value, lane)                                  \
    value += __shfl_sync(__activemask(), value, (lane) ^ 1);    \
    value += __shfl_sync(__activemask(), value, (lane) ^ 2);    \
    value += __shfl_sync(__activemask(), value, (lane) ^ 4);    \
    value += __shfl_sync(__activemask(), value, (lane) ^ 8);    \
    value += __shfl_sync(__activemask(), value, (lane) ^ 16)

__global__ void by_member(const int *in, int *sums) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x & layout.lane_mask, group = i >> layout.warp_shift;
    int value = in[i];
    ADD_GROUP(value, lane);
    if (lane == 0) sums[group] = value;
}

__global__ void firsts(const int *in, int *out) {
    const int lane = threadIdx.x & group_mask;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __shfl_sync(__activemask(), in[i], lane & 24);
}

__global__ void seconds(const int *in, int *out, int mask) {
    const int lane = threadIdx.x & mask;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __shfl_sync(__activemask(), in[i], lane | 1);
}

template <int lanes> __global__ void lasts(const int *in, int *out) {
    const int lane = threadIdx.x % lanes;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __shfl_sync(__activemask(), in[i], lane | 7);
}

int main() {
    Verdict verdict("constant-lane-mask");
    Layout host;
    host.lane_mask = 31;
    host.warp_shift = 5;
    CHECK(cudaMemcpyToSymbol(layout, &host, sizeof(host)));
    const int n = 1024;
    std::vector<int> in(n), sums(n / 32), first(n), second(n), last(n);
    for (int i = 0; i < n; i++) sums[i / 32] += in[i] = i * 7 % 101;
    for (int i = 0; i < n; i++) {
        first[i] = in[i / 8 * 8];
        second[i] = in[i | 1];
        last[i] = in[i | 7];
    }
    Array<int> values(in), got(n / 32), got_first(n), got_second(n), got_last(n);
    by_member<<<n / 256, 256>>>(values.p, got.p);
    firsts<<<n / 128, 128>>>(values.p, got_first.p);
    seconds<<<n / 128, 128>>>(values.p, got_second.p, 31);
    lasts<32><<<n / 128, 128>>>(values.p, got_last.p);
    verdict.same("sums", got.host(), sums);
    verdict.same("firsts", got_first.host(), first);
    verdict.same("seconds", got_second.host(), second);
    verdict.same("lasts", got_last.host(), last);
    return verdict.end();
}
