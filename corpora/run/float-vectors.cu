// Atomic additions of vectors of floats, of halves and bfloat16 and their pairs, and arithmetic of pairs of floats with a rounding.
// run: wave-any
// nvcc: none, __fadd2_rn and its like are for compute capability 10 and later
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

constexpr int threads = 64, grid = 3;

__global__ void add(float2 *two, float2 *of_blocks, float4 *four, __half *half, __half2 *halves, __nv_bfloat16 *brain, __nv_bfloat162 *brains) {
    const float t = threadIdx.x;
    atomicAdd(two, make_float2(1, t));
    atomicAdd_system(two + 1, make_float2(t, 2));
    atomicAdd_block(of_blocks + blockIdx.x, make_float2(t, -t));
    atomicAdd(four, make_float4(1, 2, t, -t));
    // Sums that the small numbers hold exactly.
    if (threadIdx.x % 8 == 0) {
        atomicAdd(half, __float2half(0.5f));
        atomicAdd(halves, __floats2half2_rn(1, -2));
        atomicAdd(brain, __float2bfloat16(0.25f));
        atomicAdd(brains, __floats2bfloat162_rn(4, 1));
    }
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(two + 2, of_blocks[blockIdx.x]);
}

__global__ void returned(float2 *two, float2 *before) { *before = atomicAdd(two, make_float2(5, 7)); }

__global__ void rounded(const float2 *in, float2 *out) {
    const float2 a = in[0], b = in[1], c = in[2];
    out[0] = __fadd2_rn(a, b), out[1] = __fadd2_rz(a, b), out[2] = __fadd2_ru(a, b), out[3] = __fadd2_rd(a, b);
    out[4] = __fmul2_rn(a, a), out[5] = __fmul2_rz(a, a), out[6] = __fmul2_ru(a, a), out[7] = __fmul2_rd(a, a);
    out[8] = __ffma2_rn(a, a, c), out[9] = __ffma2_rz(a, a, c), out[10] = __ffma2_ru(a, a, c), out[11] = __ffma2_rd(a, a, c);
}

static std::vector<float> floats(const std::vector<float2> &pairs) {
    std::vector<float> all;
    for (const float2 &pair : pairs) all.push_back(pair.x), all.push_back(pair.y);
    return all;
}

int main() {
    Verdict verdict("float-vectors");
    Array<float2> two(3), of_blocks(grid), before(1);
    Array<float4> four(1);
    Array<__half> half(1);
    Array<__half2> halves(1);
    Array<__nv_bfloat16> brain(1);
    Array<__nv_bfloat162> brains(1);
    add<<<grid, threads>>>(two.p, of_blocks.p, four.p, half.p, halves.p, brain.p, brains.p);
    const float sum = threads * (threads - 1) / 2 * grid, count = threads * grid, eighth = count / 8;
    verdict.same("pairs", floats(two.host()), std::vector<float>{count, sum, sum, 2 * count, sum, -sum});
    const float4 got = four.host()[0];
    verdict.same("fours", std::vector<float>{got.x, got.y, got.z, got.w}, std::vector<float>{count, 2 * count, sum, -sum});
    verdict.same("half", __half2float(half.host()[0]), 0.5f * eighth);
    const float2 pair = __half22float2(halves.host()[0]), brain_pair = __bfloat1622float2(brains.host()[0]);
    verdict.same("pair of halves", std::vector<float>{pair.x, pair.y}, std::vector<float>{eighth, -2 * eighth});
    verdict.same("bfloat16", __bfloat162float(brain.host()[0]), 0.25f * eighth);
    verdict.same("pair of bfloat16", std::vector<float>{brain_pair.x, brain_pair.y}, std::vector<float>{4 * eighth, eighth});
    returned<<<1, 1>>>(two.p, before.p);
    verdict.same("before", floats(before.host()), std::vector<float>{count, sum});

    // 1 and half of the unit in its last place and a bit: rounded down, up, down; the other element has the opposite sign.
    const float unit = std::ldexp(1.0f, -23), bit = 0.75f * unit;
    Array<float2> in(std::vector<float2>{{1 + unit, -1 - unit}, {bit, -bit}, {0, 0}}), out(12);
    rounded<<<1, 1>>>(in.p, out.p);
    const float low = 1 + unit, high = 1 + 2 * unit;
    std::vector<float> want = {high, -high, low, -low, high, -low, low, -high};
    // (1 + u)^2 = 1 + 2u + u^2.
    const float square = 1 + 2 * unit, above = 1 + 3 * unit;
    for (int i = 0; i < 2; i++) want.insert(want.end(), {square, square, square, square, above, above, square, square});
    verdict.same("rounded", floats(out.host()), want);
    return verdict.end();
}
