// Products of matrices that 32 neighbouring lanes hold together, by rocWMMA's names (CUDA's `nvcuda::wmma`): for the CPU, and for GPUs
// beside whose HIP there is no rocWMMA. AMD's makes a fragment that of a whole wave, of 64 lanes on CDNA; here it is one of 32 lanes
// whatever the wave, so that programs written for CUDA's warps hold, and a wave of 64 that is given one matrix computes it twice.
// The arithmetic is that of ordinary instructions: no matrix instruction of a GPU is used.
#pragma once
#pragma clang system_header
#include <hip/hip_runtime.h>
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <stdint.h>

#ifndef HIPIFY_ROCWMMA_HPP
#define HIPIFY_ROCWMMA_HPP

namespace rocwmma {

typedef _Float16 float16_t;
typedef __half hfloat16_t;
typedef float float32_t;
typedef double float64_t;
typedef __hip_bfloat16 bfloat16_t;
using ::int32_t;
using ::int8_t;
using ::uint32_t;
using ::uint8_t;

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t : uint32_t { mem_row_major, mem_col_major };

namespace of_hipify {

template <typename T, typename U> struct is_same { static constexpr bool value = false; };
template <typename T> struct is_same<T, T> { static constexpr bool value = true; };

/// A number as sums take it.
template <typename T> __device__ inline T summand(T element) { return element; }
__device__ inline float summand(_Float16 element) { return static_cast<float>(element); }
__device__ inline float summand(__half element) { return __half2float(element); }
__device__ inline float summand(__hip_bfloat16 element) { return __bfloat162float(element); }
__device__ inline int summand(signed char element) { return element; }
__device__ inline int summand(unsigned char element) { return element; }

/// A sum as an element.
template <typename T> struct element {
    template <typename Sum> static __device__ inline T of(Sum sum) { return static_cast<T>(sum); }
};
template <> struct element<__half> {
    static __device__ inline __half of(float sum) { return __float2half(sum); }
};
template <> struct element<__hip_bfloat16> {
    static __device__ inline __hip_bfloat16 of(float sum) { return __float2bfloat16(sum); }
};

__device__ inline float with_product(float a, float b, float sum) { return __builtin_fmaf(a, b, sum); }
__device__ inline double with_product(double a, double b, double sum) { return __builtin_fma(a, b, sum); }
/// Sums of integers wrap.
__device__ inline int with_product(int a, int b, int sum) {
    return static_cast<int>(static_cast<unsigned int>(a) * static_cast<unsigned int>(b) + static_cast<unsigned int>(sum));
}

/// The lane among the 32 of its fragment: blocks of any shape are numbered along x, then y, then z.
__device__ inline uint32_t lane() {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32;
}

/// Lanes wait for each other where memory is read or written together.
__device__ inline void meet() {
#if defined(__HIPIFY_CPU__)
    __hipify_warp_sync();
#elif defined(__AMDGCN__)
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
#endif
}

/// How the lanes share a result: 8 of them below one another, 4 side by side.
constexpr uint32_t lanes_down = 8, lanes_across = 4;

/// What one lane holds: all that its part of the result needs, in rows.
template <typename Matrix, uint32_t M, uint32_t N, uint32_t K> struct part;
/// The rows of A that its results are in.
template <uint32_t M, uint32_t N, uint32_t K> struct part<matrix_a, M, N, K> {
    static constexpr uint32_t rows = M / lanes_down, columns = K, height = M, width = K;
    static __device__ uint32_t row() { return lane() / lanes_across * rows; }
    static __device__ uint32_t column() { return 0; }
};
/// The columns of B.
template <uint32_t M, uint32_t N, uint32_t K> struct part<matrix_b, M, N, K> {
    static constexpr uint32_t rows = K, columns = N / lanes_across, height = K, width = N;
    static __device__ uint32_t row() { return 0; }
    static __device__ uint32_t column() { return lane() % lanes_across * columns; }
};
template <uint32_t M, uint32_t N, uint32_t K> struct part<accumulator, M, N, K> {
    static constexpr uint32_t rows = M / lanes_down, columns = N / lanes_across, height = M, width = N;
    static __device__ uint32_t row() { return lane() / lanes_across * rows; }
    static __device__ uint32_t column() { return lane() % lanes_across * columns; }
};

}  // namespace of_hipify

/// The elements of a lane. A and B are held as often as lanes need them, so that what is done to each element of a fragment
/// must not depend on the lane.
template <typename Matrix, uint32_t BlockM, uint32_t BlockN, uint32_t BlockK, typename T, typename Layout = void>
class fragment {
    static_assert(BlockM % of_hipify::lanes_down == 0 && BlockM > 0, "a fragment has a multiple of 8 rows");
    static_assert(BlockN % of_hipify::lanes_across == 0 && BlockN > 0, "a fragment has a multiple of 4 columns");

  public:
    using hipify_part = of_hipify::part<Matrix, BlockM, BlockN, BlockK>;
    using element_type = T;
    using storage_element_type = T;
    static constexpr uint32_t num_elements = hipify_part::rows * hipify_part::columns;

    T x[num_elements];

    __device__ T &operator[](uint32_t index) { return x[index]; }
    __device__ const T &operator[](uint32_t index) const { return x[index]; }
    static __device__ constexpr uint32_t height() { return hipify_part::height; }
    static __device__ constexpr uint32_t width() { return hipify_part::width; }
    static __device__ constexpr uint32_t blockDim() { return of_hipify::is_same<Matrix, matrix_a>::value ? BlockM : BlockN; }
    static __device__ constexpr uint32_t kDim() { return of_hipify::is_same<Matrix, accumulator>::value ? BlockM : BlockK; }
    static __device__ constexpr uint32_t size() { return num_elements; }
};

namespace of_hipify {

/// Calls `visit` with each element's place in the lane and its distance from the matrix's first element in memory.
template <typename Part, typename Visit> __device__ inline void each_element(uint32_t stride, bool by_columns, Visit visit) {
    const uint32_t row = Part::row(), column = Part::column();
#if defined(__HIPIFY_CPU__)
// Straight code for all elements takes as long to compile as the rest of a kernel, and runs longer.
#pragma clang loop unroll(disable)
#endif
    for (uint32_t i = 0; i < Part::rows; ++i)
        for (uint32_t j = 0; j < Part::columns; ++j) {
            const size_t r = row + i, c = column + j;
            visit(i * Part::columns + j, by_columns ? c * stride + r : r * stride + c);
        }
}

template <typename Fragment, typename T>
__device__ inline void load(Fragment &to, const T *from, uint32_t stride, bool by_columns) {
    meet();
    using Part = typename Fragment::hipify_part;
    if (!by_columns) {
        // What a lane holds of a row lies side by side there.
        const T *first = from + static_cast<size_t>(Part::row()) * stride + Part::column();
        for (uint32_t i = 0; i < Part::rows; ++i) {
            const T *row = first + static_cast<size_t>(i) * stride;
            __builtin_memcpy(to.x + i * Part::columns, row, Part::columns * sizeof(T));
        }
        return;
    }
    each_element<Part>(stride, by_columns, [&](uint32_t held, size_t there) { to.x[held] = from[there]; });
}

/// Other lanes may read what is stored without a wait of their own.
template <typename Fragment, typename T>
__device__ inline void store(T *to, const Fragment &from, uint32_t stride, bool by_columns) {
    meet();
    each_element<typename Fragment::hipify_part>(stride, by_columns, [&](uint32_t held, size_t there) { to[there] = from.x[held]; });
    meet();
}

/// The type itself; a parameter of it takes what converts to it.
template <typename T> struct same {
    typedef T type;
};

}  // namespace of_hipify

template <typename Matrix, uint32_t M, uint32_t N, uint32_t K, typename T, typename Layout>
__device__ inline void fill_fragment(fragment<Matrix, M, N, K, T, Layout> &to, typename of_hipify::same<T>::type value) {
    for (uint32_t i = 0; i < to.num_elements; ++i) to.x[i] = value;
}

/// The layout is that of the fragment. `stride` is in elements, from a row to the next or from a column to the next.
template <typename Matrix, uint32_t M, uint32_t N, uint32_t K, typename T, typename Layout>
__device__ inline void load_matrix_sync(fragment<Matrix, M, N, K, T, Layout> &to, const T *from, uint32_t stride) {
    static_assert(!of_hipify::is_same<Layout, void>::value, "name the layout of a fragment that has none of its own");
    of_hipify::load(to, from, stride, of_hipify::is_same<Layout, col_major>::value);
}

template <typename Matrix, uint32_t M, uint32_t N, uint32_t K, typename T>
__device__ inline void load_matrix_sync(fragment<Matrix, M, N, K, T> &to, const T *from, uint32_t stride, layout_t layout) {
    of_hipify::load(to, from, stride, layout == mem_col_major);
}

template <typename Matrix, uint32_t M, uint32_t N, uint32_t K, typename T, typename Layout>
__device__ inline void store_matrix_sync(T *to, const fragment<Matrix, M, N, K, T, Layout> &from, uint32_t stride) {
    static_assert(!of_hipify::is_same<Layout, void>::value, "name the layout of a fragment that has none of its own");
    of_hipify::store(to, from, stride, of_hipify::is_same<Layout, col_major>::value);
}

template <typename Matrix, uint32_t M, uint32_t N, uint32_t K, typename T>
__device__ inline void store_matrix_sync(T *to, const fragment<Matrix, M, N, K, T> &from, uint32_t stride, layout_t layout) {
    of_hipify::store(to, from, stride, layout == mem_col_major);
}

/// d = a b + c, where `d` may be `c`. Sums of 16-bit numbers are of `float`, and are rounded once.
template <uint32_t M, uint32_t N, uint32_t K, typename In, typename Out, typename OfA, typename OfB, typename OfC, typename OfD>
__device__ inline void mma_sync(fragment<accumulator, M, N, K, Out, OfD> &d, const fragment<matrix_a, M, N, K, In, OfA> &a,
                                const fragment<matrix_b, M, N, K, In, OfB> &b, const fragment<accumulator, M, N, K, Out, OfC> &c) {
    constexpr uint32_t rows = M / of_hipify::lanes_down, columns = N / of_hipify::lanes_across;
    for (uint32_t i = 0; i < rows; ++i) {
        decltype(of_hipify::summand(c.x[0])) sums[columns];
        for (uint32_t j = 0; j < columns; ++j) sums[j] = of_hipify::summand(c.x[i * columns + j]);
        for (uint32_t k = 0; k < K; ++k)
            for (uint32_t j = 0; j < columns; ++j)
                sums[j] = of_hipify::with_product(of_hipify::summand(a.x[i * K + k]), of_hipify::summand(b.x[k * columns + j]), sums[j]);
        for (uint32_t j = 0; j < columns; ++j) d.x[i * columns + j] = of_hipify::element<Out>::of(sums[j]);
    }
}

/// All threads of the block.
__device__ inline void synchronize_workgroup() { __syncthreads(); }

}  // namespace rocwmma

#endif
