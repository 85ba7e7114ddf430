// What a shuffle gives of a lane that does not take part: zero on AMD GPUs, whatever the lane's registers hold.
// run: wave-any
// nvcc: none, such values are undefined in CUDA
#include "check.h"

const int section = 32, half = section / 2;

__global__ void after_a_branch(int *out) {
    int value = threadIdx.x + 100;
    value += __shfl_xor_sync(__activemask(), value, 1);
    if (threadIdx.x % section < half) out[threadIdx.x] = __shfl_down_sync(__activemask(), value, half, section);
}

__global__ void after_a_return(double *out) {
    double value = threadIdx.x + 100;
    value += __shfl_xor_sync(__activemask(), value, 1);
    if (threadIdx.x % section >= half) return;
    out[threadIdx.x] = __shfl_xor_sync(__activemask(), value, half);
    __syncthreads();
    out[threadIdx.x] += __shfl_down_sync(__activemask(), value, half, section);
}

// The last warp of a block is not full, and others have used the same means before it.
__global__ void at_the_end(int *out) {
    int value = __shfl_xor_sync(__activemask(), threadIdx.x + 100, 1);
    out[threadIdx.x] = __shfl_down_sync(__activemask(), value, half, section);
}

int main() {
    Verdict verdict("inactive-lanes");
    const int threads = 4 * section;
    Array<int> branch(threads), end(threads);
    Array<double> returned(threads);
    after_a_branch<<<1, threads>>>(branch.p);
    verdict.same("after a branch", branch.host(), std::vector<int>(threads, 0));
    after_a_return<<<1, threads>>>(returned.p);
    verdict.same("after a return", returned.host(), std::vector<double>(threads, 0));
    at_the_end<<<1, threads - half>>>(end.p);
    const auto got = end.host();
    verdict.same("end of the block", std::vector<int>(got.end() - section, got.end() - half), std::vector<int>(half, 0));
    return verdict.end();
}
