// PTX that exchanges values between 32 lanes: shuffles with and without a predicate, votes, matches, reductions.
// run: wave-any
#include "check.h"

__device__ unsigned lane() { return threadIdx.x % 32; }

// An inclusive sum over 32 lanes: the predicate says whether there is a lane to take from.
__device__ float sum_up(float value, int delta) {
    asm volatile(
        "{ .reg .f32 r0; .reg .pred p;"
        "  shfl.sync.up.b32 r0|p, %0, %1, 0x0, 0xffffffff;"
        "  @p add.f32 r0, r0, %2;"
        "  @!p mov.f32 r0, %2;"
        "  mov.f32 %0, r0; }"
        : "+f"(value)
        : "r"(delta), "f"(value));
    return value;
}

__global__ void exchange(const unsigned *in, unsigned *out, float *sums, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, value = in[i];
    unsigned r[16] = {};
    asm volatile("shfl.sync.bfly.b32 %0, %1, 0x5, 0x1f, 0xffffffff;" : "=r"(r[0]) : "r"(value));
    asm volatile("shfl.sync.down.b32 %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(r[1]) : "r"(value), "r"(3));
    asm volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;" : "=r"(r[2]) : "r"(value), "r"(4));
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, -1;" : "=r"(r[3]) : "r"(value), "r"(17));
    // Segments of eight lanes.
    asm volatile("shfl.sync.down.b32 %0, %1, 1, %2, 0xffffffff;" : "=r"(r[4]) : "r"(value), "r"(0x181f));
    int inside;
    asm volatile(
        "{ .reg .pred p; shfl.sync.idx.b32 %0|p, %2, 5, 0x1807, 0xffffffff; selp.s32 %1, 1, 0, p; }"
        : "=r"(r[5]), "=r"(inside)
        : "r"(value));
    r[6] = inside;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(r[7]) : "r"(value & 1));
    asm volatile(
        "{ .reg .pred p, q; setp.lt.u32 p, %1, %2; vote.sync.all.pred q, p, 0xffffffff; selp.u32 %0, 1, 0, q; }"
        : "=r"(r[8])
        : "r"(value), "r"(900));
    asm volatile(
        "{ .reg .pred p, q; setp.ge.u32 p, %1, 990; vote.sync.any.pred q, !p, -1; @q mov.u32 %0, 7; @!q mov.u32 %0, 9; }"
        : "=r"(r[9])
        : "r"(value));
    asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(r[10]) : "r"(value % 5));
    asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(r[11]) : "r"(value));
    asm volatile("redux.sync.max.s32 %0, %1, 0xffffffff;" : "=r"(r[12]) : "r"(static_cast<int>(value) - 500));
    int same;
    asm volatile(
        "{ .reg .pred p; match.all.sync.b32 %0|p, %2, 0xffffffff; selp.s32 %1, 1, 0, p; }"
        : "=r"(r[13]), "=r"(same)
        : "r"(value / 1000));
    r[14] = same;
    // Only the lower lanes come here.
    if (lane() < 20) {
        asm volatile("redux.sync.min.u32 %0, %1, 0xfffff;" : "=r"(r[15]) : "r"(value));
        unsigned here;
        asm volatile("activemask.b32 %0;" : "=r"(here));
        r[15] += here & 0xfffff;
    }
    for (int k = 0; k < 16; k++) out[k * count + i] = r[k];
    float sum = value;
    for (int delta = 1; delta < 32; delta *= 2) sum = sum_up(sum, delta);
    sums[i] = sum;
}

int main() {
    Verdict verdict("ptx-lanes");
    const int count = 256;
    std::vector<unsigned> in(count);
    for (int i = 0; i < count; i++) in[i] = i * 37 % 1000;
    for (int i = 96; i < 128; i++) in[i] = 995 + i % 3;
    Array<unsigned> device(in), out(16 * count);
    Array<float> sums(count);
    exchange<<<2, count / 2>>>(device.p, out.p, sums.p, count);
    std::vector<unsigned> want(16 * count);
    std::vector<float> want_sums(count);
    for (int base = 0; base < count; base += 32) {
        const unsigned *v = &in[base];
        unsigned ballot = 0, all = 1, any = 0, sum = 0, low = ~0u;
        int high = -1000;
        bool same = true;
        for (int l = 0; l < 32; l++) {
            ballot |= (v[l] & 1) << l;
            all &= v[l] < 900;
            any |= v[l] < 990;
            sum += v[l];
            high = std::max(high, static_cast<int>(v[l]) - 500);
            if (l < 20) low = std::min(low, v[l]);
            same = same && v[l] / 1000 == v[0] / 1000;
        }
        float running = 0;
        for (int l = 0; l < 32; l++) {
            unsigned *w = &want[base + l];
            unsigned equal = 0;
            for (int o = 0; o < 32; o++) equal |= (v[o] % 5 == v[l] % 5 ? 1u : 0u) << o;
            w[0 * count] = v[l ^ 5];
            w[1 * count] = v[l + 3 < 32 ? l + 3 : l];
            w[2 * count] = v[l >= 4 ? l - 4 : l];
            w[3 * count] = v[17];
            w[4 * count] = v[l % 8 < 7 ? l + 1 : l];
            w[5 * count] = v[l / 8 * 8 + 5];
            w[6 * count] = 1;
            w[7 * count] = ballot;
            w[8 * count] = all;
            w[9 * count] = any ? 7 : 9;
            w[10 * count] = equal;
            w[11 * count] = sum;
            w[12 * count] = static_cast<unsigned>(high);
            w[13 * count] = same ? ~0u : 0;
            w[14 * count] = same;
            w[15 * count] = l < 20 ? low + 0xfffff : 0;
            running += v[l];
            want_sums[base + l] = running;
        }
    }
    verdict.same("exchanged", out.host(), want);
    verdict.same("sums", sums.host(), want_sums, 1e-6);
    return verdict.end();
}
