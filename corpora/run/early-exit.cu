// Threads that return before barriers and warp operations of the others.
// run: wave-any
#include "check.h"

__global__ void whole_warps_leave(const int *in, int *out, int keep) {
    __shared__ int s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    if (threadIdx.x >= keep) return;
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s[keep - 1 - threadIdx.x];
    __syncthreads();
    s[threadIdx.x] = out[threadIdx.x] * 2;
    __syncthreads();
    out[threadIdx.x] += s[(threadIdx.x + 1) % keep];
}

__global__ void lanes_leave(const int *in, int *sums, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int odd = 0;
    for (int k = 0; k < 10; k++) {
        if (in[i] % 10 < k) return;
        odd += in[i] + k;
        sums[i] = odd;
    }
}

int main() {
    Verdict verdict("early-exit");
    std::vector<int> in(256);
    for (int i = 0; i < 256; i++) in[i] = i * i % 1001;
    Array<int> din(in);
    for (const int keep : {64, 128, 192}) {
        Array<int> out(256);
        whole_warps_leave<<<1, 256>>>(din.p, out.p, keep);
        std::vector<int> first(256), want(256);
        for (int i = 0; i < keep; i++) first[i] = in[keep - 1 - i];
        for (int i = 0; i < keep; i++) want[i] = first[i] + 2 * first[(i + 1) % keep];
        verdict.same("kept", out.host(), want);
    }
    Array<int> sums(256);
    lanes_leave<<<4, 64>>>(din.p, sums.p, 250);
    std::vector<int> want(256);
    for (int i = 0; i < 250; i++)
        for (int k = 0; k <= in[i] % 10; k++) want[i] += in[i] + k;
    verdict.same("sums", sums.host(), want);
    return verdict.end();
}
