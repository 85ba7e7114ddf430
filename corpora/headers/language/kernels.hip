// What kernels are written with: qualifiers, built-in variables, launches, atomics, lanes, vectors and numbers of 16 bits.
#include <hip/hip_bf16.h>
#include <hip/hip_bfloat16.h>
#include <hip/hip_complex.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>
#include <hip/hip_math_constants.h>

#include <cstdio>

__constant__ float table[16];
__device__ int counter;
__managed__ int managed;
extern __shared__ float dynamic[];

struct Point {
    float x, y;
};

__device__ __forceinline__ float inlined(float x) { return x; }
__device__ __noinline__ float apart(float x) { return x; }
__device__ __attribute__((noinline)) float apart_too(float x) { return x; }

template <int block>
__global__ void __launch_bounds__(block) sums(float *out, const float4 *__restrict__ in, Point point, int n) {
    __shared__ float tile[block];
    HIP_DYNAMIC_SHARED(double, doubles)
    const dim3 where = threadIdx;
    const uint3 size = blockDim;
    unsigned int i = hipBlockIdx_x * hipBlockDim_x + threadIdx.x;
    float4 v = __ldg(&in[i]);
    v = v * 2.0f + make_float4(1, 2, 3, 4) - v / v;
    v.x += inlined(point.x) + apart(point.y) + apart_too(v[3]) + table[0];
    tile[threadIdx.x] = v.x;
    __syncthreads();
    for (int lanes = warpSize / 2; lanes > 0; lanes /= 2) v.y += __shfl_down(v.y, lanes);
    v.z = __shfl_xor_sync(0xffffffffull, v.z, 1, 16) + __shfl_sync(~0ull, v.w, 0);
    unsigned long long votes = __ballot_sync(~0ull, v.x > 0) | __activemask();
    if (__any(v.x > 1) && __all_sync(~0ull, v.y > 0)) votes |= __match_any_sync(~0ull, i);
    atomicAdd(&counter, 1);
    atomicAdd(out, v.x);
    atomicMax(&managed, int(votes));
    atomicCAS(reinterpret_cast<unsigned long long *>(doubles), 1ull, 2ull);
    atomicInc(reinterpret_cast<unsigned int *>(out), 7u);
    atomicAdd_system(&counter, __reduce_add_sync(~0ull, 1));
    __threadfence();
    out[i] = tile[(where.x + 1) % size.x] + dynamic[0] + __expf(v.x) + __fdividef(v.y, 3) + rsqrtf(v.z) + HIP_PI_F;
    out[i] += min(n, 3) + max(1.0f, v.x) + __popcll(votes) + clock64() % 2 + __float_as_int(v.x) + __syncthreads_or(n);
    if (n < 0) __trap();
}

__global__ void numbers(__half *h, __half2 *pairs, __hip_bfloat16 *b, hip_bfloat16 *old, __hip_fp8_e4m3 *f, hipFloatComplex *z) {
    h[0] = h[1] + h[2] * __float2half(2.0f) - hexp(h[3]);
    if (h[0] > h[1] && __hlt(b[0], b[1])) h[2] = 2.0f;
    pairs[0] = __hfma2(pairs[1], pairs[2], pairs[3]) + __floats2half2_rn(1, 2);
    b[0] = b[1] * b[2];
    b[0] += __float2bfloat16(3.0f);
    old[0] = old[1] + old[2];
    f[0] = __hip_fp8_e4m3(float(f[1]) + 1.0f);
    z[0] = hipCmulf(z[1], hipCdivf(z[2], hipConjf(z[3])));
    atomicAdd(h, h[1]);
    atomicAdd(pairs, pairs[1]);
    h[3] = __shfl_down(h[2], 1);
    pairs[3] = __shfl_xor(pairs[3], 2);
    b[3] = __shfl_up(b[2], 1);
}

int main() {
    float4 zero{}, some = {1, 2, 3, 4};
    bool same = zero + some == some && make_int2(1, 2) != make_int2(2, 1);
    dim3 grid(2), block(64);
    sums<64><<<grid, block, 64, nullptr>>>(nullptr, nullptr, Point{1, 2}, same);
    hipLaunchKernelGGL(HIP_KERNEL_NAME(sums<64>), grid, block, 0, 0, nullptr, nullptr, Point{1, 2}, 3);
    float host[16] = {};
    (void)hipMemcpyToSymbol(HIP_SYMBOL(table), host, sizeof host);
    std::printf("%d\n", warpSize + int(__half2float(__float2half(1.5f))));
    return hipDeviceSynchronize() != hipSuccess;
}
