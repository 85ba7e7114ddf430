// Atomics for the block and for the system, of 16 bits, and sums of half and bfloat16 numbers.
// run: wave-any
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct Counts {
    int sum, most, least;
    unsigned up, down, bits;
    unsigned long long swapped;
    float total;
};

__global__ void count(Counts *of_block, Counts *of_system) {
    Counts *mine = of_block + blockIdx.x;
    const int v = threadIdx.x;
    atomicAdd_block(&mine->sum, v);
    atomicMax_block(&mine->most, v);
    atomicMin_block(&mine->least, -v);
    atomicInc_block(&mine->up, 9);
    atomicDec_block(&mine->down, 9);
    atomicXor_block(&mine->bits, 1u << (v % 32));
    atomicCAS_block(&mine->swapped, 0ull, 1ull << 40);
    atomicAdd_block(&mine->total, 0.25f);
    atomicAdd_system(&of_system->sum, v);
    atomicInc_system(&of_system->up, 6);
    atomicDec_system(&of_system->down, 6);
    atomicCAS_system(&of_system->swapped, 0ull, 7ull);
}

// Both halves of a word, each with its own loop of compare and exchange.
__global__ void halves(unsigned short *cells) {
    unsigned short *cell = cells + threadIdx.x % 2;
    unsigned short seen = *cell, assumed;
    do {
        assumed = seen;
        seen = atomicCAS(cell, assumed, static_cast<unsigned short>(assumed + 1 + threadIdx.x % 2));
    } while (seen != assumed);
}

__global__ void sums(__half *h, __half2 *h2, __nv_bfloat16 *b, __nv_bfloat162 *b2) {
    atomicAdd(h, __float2half(0.5f));
    atomicAdd(h2, __floats2half2_rn(1.0f, 2.0f));
    atomicAdd(b, __float2bfloat16(0.5f));
    atomicAdd(b2, __halves2bfloat162(__float2bfloat16(1.0f), __float2bfloat16(-0.5f)));
}

int main() {
    Verdict verdict("atomics-scoped");
    const int grid = 3, threads = 70;
    Array<Counts> of_block(grid), of_system(1);
    count<<<grid, threads>>>(of_block.p, of_system.p);
    unsigned bits = 0;
    for (int v = 0; v < threads; v++) bits ^= 1u << (v % 32);
    for (const Counts &one : of_block.host()) {
        verdict.same("sum", one.sum, threads * (threads - 1) / 2);
        verdict.same("extrema", std::vector<int>{one.most, one.least}, std::vector<int>{threads - 1, 1 - threads});
        // Ten values up, and from 0 down by way of the limit.
        verdict.same("wrapping", std::vector<unsigned>{one.up, one.down}, std::vector<unsigned>{threads % 10, (10 - threads % 10) % 10});
        verdict.same("bits", one.bits, bits);
        verdict.same("swapped", one.swapped, 1ull << 40);
        verdict.same("total", one.total, 0.25f * threads);
    }
    const Counts all = of_system.host()[0];
    verdict.same("system sum", all.sum, grid * threads * (threads - 1) / 2);
    verdict.same("system wrapping", std::vector<unsigned>{all.up, all.down},
                 std::vector<unsigned>{grid * threads % 7, (7 - grid * threads % 7) % 7});
    verdict.same("system swapped", all.swapped, 7ull);

    Array<unsigned short> cells(2);
    halves<<<1, 128>>>(cells.p);
    verdict.same("halves of a word", cells.host(), std::vector<unsigned short>{64, 128});

    Array<__half> h(1);
    Array<__half2> h2(1);
    Array<__nv_bfloat16> b(1);
    Array<__nv_bfloat162> b2(1);
    sums<<<2, 32>>>(h.p, h2.p, b.p, b2.p);
    const __half2 pair = h2.host()[0];
    const __nv_bfloat162 wide = b2.host()[0];
    verdict.same("half", std::vector<float>{__half2float(h.host()[0]), __low2float(pair), __high2float(pair)},
                 std::vector<float>{32, 64, 128});
    verdict.same("bfloat16", std::vector<float>{__bfloat162float(b.host()[0]), __low2float(wide), __high2float(wide)},
                 std::vector<float>{32, 64, -32});
    return verdict.end();
}
