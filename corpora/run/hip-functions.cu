// What AMD's headers have and CUDA's do not: dot products of packed numbers, arithmetic of bytes, members of pairs of halves, launches
// whose kernel's template arguments are deduced, tiles with the threads that are left, and names of <cmath> in `std`.
// run: wave-any
// targets: cpu (AMD's own headers are not of one mind about them)
// nvcc: none, the functions are HIP's
#include "check.h"

#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cooperative_groups.h>
#include <hip/hip_ext.h>
#include <type_traits>

namespace cg = cooperative_groups;

__global__ void dots(int *out, float *real) {
    out[0] = amd_mixed_dot(make_short2(-3, 4), make_short2(5, 7), 100, false);
    out[1] = amd_mixed_dot(make_short2(32767, 32767), make_short2(32767, 32767), 2147483647, true);
    out[2] = (int)amd_mixed_dot(make_ushort2(65535, 1), make_ushort2(65535, 1), 4294967295u, true);
    out[3] = amd_mixed_dot(make_char4(1, -2, 3, -4), make_char4(5, 6, -7, 8), 1000, false);
    out[4] = (int)amd_mixed_dot(make_uchar4(255, 255, 255, 255), make_uchar4(255, 255, 255, 255), 1u, false);
    out[5] = amd_mixed_dot(0x1234567f, 0x1111111f, 10, false);
    out[6] = (int)amd_mixed_dot(0xffffffffu, 0x22222222u, 1u, false);
    out[7] = amd_mixed_dot(make_short2(-32768, -32768), make_short2(32767, 32767), -2147483647, true);
    real[0] = amd_mixed_dot(__floats2half2_rn(1.5f, -2), __floats2half2_rn(4, 0.5f), 10, false);
    real[1] = amd_mixed_dot(__floats2half2_rn(1.5f, -2), __floats2half2_rn(4, 0.5f), 10, true);
    real[2] = amd_mixed_dot(__floats2half2_rn(1.5f, -2), __floats2half2_rn(-4, 0.5f), 1, true);
}

__device__ int word(char4 bytes) {
    return (int)((unsigned char)bytes.x | (unsigned char)bytes.y << 8 | (unsigned char)bytes.z << 16 | (unsigned)(unsigned char)bytes.w << 24);
}
__global__ void bytes(int *out) {
    const char4 a = make_char4(127, -128, 3, -4), b = make_char4(1, 1, -5, -7);
    out[0] = word(__hip_hc_add8pk(a, b));
    out[1] = word(__hip_hc_sub8pk(a, b));
    out[2] = word(__hip_hc_mul8pk(a, b));
    // Past the last bit the distances of shifts begin again, as on AMD's GPUs.
    out[3] = (int)__bitextract_u32(0x87654321u, 28 + a.z - 3, 8);
    out[4] = (int)__bitextract_u64(0x8765432112345678ull, 60 + a.z - 3, 8);
    out[5] = (int)__bitextract_u32(0x87654321u, 8, 12 + a.z - 3);
}

// A number that converts to halves and to `float`: its sign is changed as a float's.
struct Either {
    __half half;
    __host__ __device__ operator __half() const { return half; }
    __host__ __device__ operator __half2() const { return __half2(half, half); }
    __host__ __device__ operator float() const { return __half2float(half); }
};

__global__ void halves(float *out) {
    __half2 pair;
    pair.data.x = 1.5f;
    pair.data.y = -2;
    out[0] = __low2float(pair);
    out[1] = __high2float(pair);
    out[2] = -Either{__float2half(3)};
    out[3] = __half2float(-pair.x) + __high2float(-pair);
    out[5] = __half2float(__clamp_01(__float2half(2.5f))) + __half2float(__clamp_01(__float2half(-2))) + __half2float(__clamp_01(__float2half(0.25f)));
    out[4] = std::floorf(2.5f) + std::sqrtf(16) + __expf(0);
}

static_assert(std::is_assignable<__half, volatile __half_raw &>::value && std::is_assignable<__half, volatile __half_raw &&>::value,
              "bits that are volatile become a half");

// A kernel whose name is made of a function's.
#define KERNEL_OF(function) \
    __global__ void function##_kernel(float *out) { *out = function(out[1]); }
#define KERNEL_BY(name) KERNEL_OF(name)
KERNEL_BY(__expf)

template <typename T> __global__ void add(const T *a, const T *b, T *sum, size_t n) {
    if (threadIdx.x < n) sum[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

__global__ void sizes(unsigned *out, unsigned tile) {
    out[threadIdx.x] = cg::tiled_partition(cg::this_thread_block(), tile).size();
    out[64 + threadIdx.x] = cg::tiled_partition(cg::coalesced_threads(), 64).size();
    out[128 + threadIdx.x] = cg::tiled_partition(cg::coalesced_threads(), 3).size();
}

int main() {
    Verdict verdict("hip-functions");
    Array<int> numbers(8), packed(6);
    Array<float> reals(3), of_halves(6), exponential(2);
    dots<<<1, 1>>>(numbers.p, reals.p);
    bytes<<<1, 1>>>(packed.p);
    halves<<<1, 1>>>(of_halves.p);
    __expf_kernel<<<1, 1>>>(exponential.p);
    verdict.same("dot products", numbers.host(),
                 std::vector<int>{113, 2147483647, -1, 1000 + 5 - 12 - 21 - 32, 260101, 10 + 1 + 2 + 3 + 4 + 5 + 6 + 7 + 1, 241, -2147483647 - 1});
    verdict.same("dot products of halves", reals.host(), std::vector<float>{15, 1, 0});
    verdict.same("bytes", packed.host(), std::vector<int>{(int)0xf5fe8180u, 0x03087f7e, 0x1cf1807f, 0x10, 0x80, 0x543});
    verdict.same("halves", of_halves.host(), std::vector<float>{1.5f, -2, -3, 0.5f, 7, 1.25f});
    verdict.same("a kernel by a function's name", exponential.host(), std::vector<float>{1, 0});

    Array<int> a(32), b(32), sum(32);
    const std::vector<int> ones(32, 1), twos(32, 2);
    CHECK(cudaMemcpy(a.p, ones.data(), 32 * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(b.p, twos.data(), 32 * sizeof(int), cudaMemcpyHostToDevice));
    hipExtLaunchKernelGGL(add, dim3(1), dim3(32), 0, nullptr, nullptr, nullptr, 0, (const int *)a.p, (const int *)b.p, sum.p, (size_t)32);
    verdict.same("a template whose arguments are deduced", sum.host(), std::vector<int>(32, 3));
    hipExtLaunchKernelGGL(add<int>, dim3(1), dim3(32), 0, nullptr, nullptr, nullptr, 0, sum.p, sum.p, sum.p, 32);
    verdict.same("a kernel whose arguments are converted", sum.host(), std::vector<int>(32, 6));

    // 21 threads: two tiles of eight and one of five; all of them are in one warp.
    Array<unsigned> tiles(192);
    sizes<<<1, 21>>>(tiles.p, 8);
    std::vector<unsigned> wanted(192, 0);
    for (int i = 0; i < 21; ++i) wanted[i] = i < 16 ? 8 : 5, wanted[64 + i] = 21;
    verdict.same("sizes of tiles", tiles.host(), wanted);

    __half2 pair;
    pair.data.x = 1.5f;
    pair.data.y = 2;
    verdict.holds("members of a pair on the host", __low2float(pair) == 1.5f && __high2float(pair) == 2);
    __hip_fp8_e4m3 small = 1.5f;
    verdict.holds("a float becomes a number of 8 bits unasked", static_cast<float>(small) == 1.5f);
    int grid = 1, block = 1;
    (void)hipOccupancyMaxPotentialBlockSize(&grid, &block, NULL, 0, 0);
    return verdict.end();
}
