// Double-buffered copies from global to shared memory by cp.async.
// run: wave-any
#include "support.h"

constexpr int TILE = 256;

__device__ __forceinline__ void copy16(void *shared, const void *global) {
    unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(shared));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(address), "l"(global));
}
__device__ __forceinline__ void commit() { asm volatile("cp.async.commit_group;\n" ::); }
template <int N> __device__ __forceinline__ void wait() {
    asm volatile("cp.async.wait_group %0;\n" ::"n"(N));
}

__global__ void scale(const float4 *in, float4 *out, int tiles) {
    __shared__ float4 buffer[2][TILE];
    copy16(&buffer[0][threadIdx.x], in + threadIdx.x);
    commit();
    for (int t = 0; t < tiles; t++) {
        if (t + 1 < tiles) copy16(&buffer[(t + 1) % 2][threadIdx.x], in + (t + 1) * TILE + threadIdx.x);
        commit();
        wait<1>();
        __syncthreads();
        float4 v = buffer[t % 2][threadIdx.x];
        v.x *= 2, v.y *= 2, v.z *= 2, v.w *= 2;
        out[t * TILE + threadIdx.x] = v;
        __syncthreads();
    }
}

int main() {
    const int tiles = 8;
    float4 *in = managed<float4>(tiles * TILE), *out = managed<float4>(tiles * TILE);
    for (int i = 0; i < tiles * TILE; i++) in[i] = make_float4(i, 1, 2, 3);
    scale<<<1, TILE>>>(in, out, tiles);
    finish();
    bool right = true;
    for (int i = 0; i < tiles * TILE; i++) right = right && out[i].x == 2.0f * i && out[i].w == 6;
    return report("async-copy-assembly", right);
}
