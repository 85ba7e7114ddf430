// Inline PTX with an exact counterpart: special registers, bit operations, barriers and loads.
// run: wave-any
#include "check.h"

__device__ unsigned lane_id() {
    unsigned lane;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

__device__ unsigned reversed(unsigned v) {
    unsigned r;
    asm("brev.b32 %0, %1;" : "=r"(r) : "r"(v));
    return r;
}

__device__ unsigned high_product(unsigned a, unsigned b) {
    unsigned r;
    asm("mul.hi.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
}

__device__ float fused(float a, float b, float c) {
    float r;
    asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c));
    return r;
}

__global__ void all(const unsigned *in, unsigned *out, float *real) {
    __shared__ unsigned s[128];
    const unsigned t = threadIdx.x;
    unsigned bits, block, lanes_below;
    asm("popc.b32 %0, %1;" : "=r"(bits) : "r"(in[t]));
    asm("mov.u32 %0, %%ctaid.x;" : "=r"(block));
    s[t] = in[t];
    asm volatile("bar.sync 0;");
    const unsigned left = s[(t + 127) % 128];
    asm volatile("membar.gl;");
    lanes_below = lane_id();
    out[t] = reversed(in[t]) ^ high_product(in[t], left) ^ bits * 1000 ^ lanes_below ^ block;
    real[t] = fused(t, 0.5f, bits);
}

int main() {
    Verdict verdict("inline-ptx");
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    const auto in = random_words(128);
    std::vector<unsigned> want(128);
    std::vector<float> real(128);
    for (unsigned i = 0; i < 128; i++) {
        unsigned reverse = 0, bits = 0;
        for (int b = 0; b < 32; b++) reverse |= (in[i] >> b & 1) << (31 - b), bits += in[i] >> b & 1;
        const unsigned high = static_cast<unsigned>(1ull * in[i] * in[(i + 127) % 128] >> 32);
        want[i] = reverse ^ high ^ bits * 1000 ^ i % properties.warpSize;
        real[i] = i * 0.5f + bits;
    }
    Array<unsigned> din(in), out(128);
    Array<float> dreal(128);
    all<<<1, 128>>>(din.p, out.p, dreal.p);
    verdict.same("words", out.host(), want);
    verdict.same("reals", dreal.host(), real);
    return verdict.end();
}
