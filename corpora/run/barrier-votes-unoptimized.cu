// Barriers that count, and, or without optimisation, twice in a row and in blocks of three dimensions.
// run: wave-any
// flags: -O0
#include "check.h"

__global__ void votes(const int *in, int *out) {
    const int lane = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const int v = in[lane] + blockIdx.x;
    int *row = out + (blockIdx.x * blockDim.x * blockDim.y * blockDim.z + lane) * 4;
    row[0] = __syncthreads_count(v % 3 == 0);
    row[1] = __syncthreads_count(v % 5);
    row[2] = __syncthreads_and(v > 1) != 0;
    row[3] = __syncthreads_or(v % 64 == 63) != 0;
}

int main() {
    Verdict verdict("barrier-votes-unoptimized");
    const int grid = 3, block = 4 * 5 * 6;
    std::vector<int> in(block), want;
    for (int i = 0; i < block; i++) in[i] = i * 7 % 60 + 1;
    for (int b = 0; b < grid; b++) {
        int thirds = 0, fifths = 0, all = 1, any = 0;
        for (int v : in) thirds += (v + b) % 3 == 0, fifths += (v + b) % 5 != 0, all &= v + b > 1, any |= (v + b) % 64 == 63;
        for (int i = 0; i < block; i++) want.insert(want.end(), {thirds, fifths, all, any});
    }
    Array<int> din(in), out(want.size());
    votes<<<grid, dim3(4, 5, 6)>>>(din.p, out.p);
    verdict.same("votes", out.host(), want);
    return verdict.end();
}
