// PTX that moves data: cp.async in all its forms with its groups and waits, addresses in shared memory, vectors, waits in loops.
// run: wave-any
#include "check.h"

constexpr int tile = 128;

__device__ unsigned shared_address(const void *pointer) {
    unsigned address;
    asm("{ .reg .u64 smem; cvta.to.shared.u64 smem, %1; cvt.u32.u64 %0, smem; }" : "=r"(address) : "l"(pointer));
    return address;
}

__device__ void copy16(void *to, const void *from) {
    const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(to));
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;\n" ::"r"(address), "l"(from) : "memory");
}
// What is not wanted becomes zero.
__device__ void copy16_if(void *to, const void *from, bool wanted) {
    const int bytes = wanted ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2, %3;\n" ::"r"(shared_address(to)), "l"(from), "n"(16), "r"(bytes));
}
// What is not wanted stays as it is.
__device__ void copy4_where(void *to, const void *from, bool wanted) {
    asm volatile(
        "{\n"
        "  .reg .pred p;\n"
        "  setp.ne.b32 p, %0, 0;\n"
        "  @p cp.async.ca.shared.global [%1], [%2], %3;\n"
        "}\n" ::"r"((int)wanted),
        "r"(shared_address(to)), "l"(from), "n"(4));
}
__device__ void commit() { asm volatile("cp.async.commit_group;\n" ::); }
template <int N> __device__ void wait() { asm volatile("cp.async.wait_group %0;\n" ::"n"(N)); }

__global__ void doubled(const float4 *in, float4 *out, int tiles, int limit) {
    __shared__ float4 buffer[2][tile];
    const int t = threadIdx.x;
    copy16(&buffer[0][t], in + t);
    commit();
    for (int at = 0; at < tiles; at++) {
        const int next = (at + 1) * tile + t;
        if (at + 1 < tiles) copy16_if(&buffer[(at + 1) % 2][t], in + next, next < limit);
        commit();
        wait<1>();
        __syncthreads();
        // By another thread than the one that copied it.
        const float4 *from = &buffer[at % 2][tile - 1 - t];
        float4 v;
        asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "r"(shared_address(from)));
        out[at * tile + t] = make_float4(v.x * 2, v.y * 2, v.z * 2, v.w * 2);
        __syncthreads();
    }
    asm volatile("cp.async.wait_all;");
}

__global__ void shared_words(const unsigned *in, unsigned *out) {
    __shared__ unsigned words[tile + 4], total;
    extern __shared__ unsigned more[];
    const unsigned t = threadIdx.x, base = shared_address(words);
    words[t] = 1000;
    if (t == 0) total = 0;
    asm volatile("bar.sync 1, %0;" ::"r"(blockDim.x));
    copy4_where(&words[t], in + t, t % 3 != 0);
    asm volatile("cp.async.wait_all;");
    asm volatile("st.shared.u32 [%0+4], %1;" ::"r"(shared_address(more) + 4 * t), "r"(t * t) : "memory");
    asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(shared_address(&total)), "r"(t) : "memory");
    asm volatile("barrier.sync 0;");
    unsigned other, sum, old;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(other) : "r"(base + 4 * (t ^ 1)));
    asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(sum) : "r"(shared_address(&total)));
    asm volatile("bar.sync 0;");
    asm volatile("atom.shared.max.u32 %0, [%1], %2;" : "=r"(old) : "r"(shared_address(&total)), "r"(sum) : "memory");
    out[t] = other ^ sum << 8 ^ more[t + 1] << 3 ^ old;
}

// Each block waits for the one before it.
__global__ void in_turn(unsigned *turn, unsigned *order) {
    const unsigned own = blockIdx.x;
    asm volatile(
        "{\n"
        "  .reg .pred done;\n"
        "  .reg .u32 now;\n"
        "WAIT_%=:\n"
        "  ld.acquire.gpu.global.u32 now, [%0];\n"
        "  setp.eq.u32 done, now, %1;\n"
        "  @!done bra WAIT_%=;\n"
        "}\n" ::"l"(turn),
        "r"(own)
        : "memory");
    order[own] = own * own;
    asm volatile("{ .reg .u32 next; add.u32 next, %1, 1; st.release.gpu.global.u32 [%0], next; }" ::"l"(turn), "r"(own) : "memory");
}

// As code does that has no `if` around its stores.
__global__ void clamped(const float *in, float *out) {
    const int i = threadIdx.x;
    float d = in[i];
    asm("{ .reg .pred p; setp.gt.f32 p, %1, 0f00000000; @p bra $L_done; mov.f32 %0, 0f3F000000; bra.uni $L_end; $L_done: mul.f32 %0, %1, "
        "0f40000000; $L_end: }"
        : "=f"(d)
        : "f"(in[i]));
    asm("{ .reg .pred p; setp.lt.f32 p, %1, %2; @!p bra $L_done; mov.b32 %0, %2; $L_done: }" : "+f"(d) : "f"(d), "f"(0.25f));
    unsigned bits;
    asm("mov.b32 %0, %1;" : "=r"(bits) : "f"(d));
    asm("{ .reg .b32 r<2>; ld.global.b32 r0, [%1]; add.u32 r1, r0, 0; mov.b32 %0, %2; }" : "=f"(d) : "l"(in + i), "r"(bits));
    asm volatile("prefetch.global.L2 [%0];" ::"l"(out));
    asm volatile("st.global.cs.b32 [%0], %1;" ::"l"(out + i), "f"(d) : "memory");
}

int main() {
    Verdict verdict("ptx-copies");
    const int tiles = 6, limit = tiles * tile - 50;
    std::vector<float> in(4 * tiles * tile), want(in.size());
    for (size_t i = 0; i < in.size(); i++) in[i] = i % 1009;
    for (int i = 0; i < tiles * tile; i++) {
        const int from = i / tile * tile + tile - 1 - i % tile;
        for (int k = 0; k < 4; k++) want[4 * i + k] = from < limit ? in[4 * from + k] * 2 : 0;
    }
    Array<float> device(in), out(in.size());
    doubled<<<1, tile>>>(reinterpret_cast<float4 *>(device.p), reinterpret_cast<float4 *>(out.p), tiles, limit);
    verdict.same("copies", out.host(), want);

    const auto words = random_words(tile);
    std::vector<unsigned> want_words(tile);
    const unsigned sum = tile * (tile - 1) / 2;
    for (unsigned t = 0; t < tile; t++) {
        const unsigned other = (t ^ 1) % 3 != 0 ? words[t ^ 1] : 1000;
        want_words[t] = other ^ sum << 8 ^ (t * t) << 3 ^ sum;
    }
    Array<unsigned> from(words), to(tile);
    shared_words<<<1, tile, 4 * (tile + 1)>>>(from.p, to.p);
    verdict.same("addresses", to.host(), want_words);

    Array<unsigned> turn(1), order(24);
    in_turn<<<24, 1>>>(turn.p, order.p);
    std::vector<unsigned> squares(24);
    for (unsigned i = 0; i < 24; i++) squares[i] = i * i;
    verdict.same("turns", order.host(), squares);

    std::vector<float> signs(64), want_signs(64);
    for (int i = 0; i < 64; i++) {
        signs[i] = (i - 20) / 16.0f;
        const float first = signs[i] > 0 ? signs[i] * 2 : 0.5f;
        want_signs[i] = first < 0.25f ? 0.25f : first;
    }
    Array<float> signs_in(signs), signs_out(64);
    clamped<<<1, 64>>>(signs_in.p, signs_out.p);
    verdict.same("jumps", signs_out.host(), want_signs);
    return verdict.end();
}
