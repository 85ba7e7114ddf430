// Reductions of 32 lanes by five shuffles: of several types and operations, by steps in any order, two at once, for the first lane or for
// all, in blocks in which the first thread of a row is not the first lane, with lanes that are not there, and where lanes other than the
// first look at what they got.
// run: wave-any
#include "check.h"

#include <algorithm>

struct Add { template <typename T> __host__ __device__ T operator()(T a, T b) const { return a + b; } };
struct Most { template <typename T> __host__ __device__ T operator()(T a, T b) const { return a > b ? a : b; } };
struct Least { template <typename T> __host__ __device__ T operator()(T a, T b) const { return b < a ? b : a; } };
struct And { template <typename T> __host__ __device__ T operator()(T a, T b) const { return a & b; } };
struct Or { template <typename T> __host__ __device__ T operator()(T a, T b) const { return a | b; } };
struct Xor { template <typename T> __host__ __device__ T operator()(T a, T b) const { return a ^ b; } };
struct Product { template <typename T> __host__ __device__ T operator()(T a, T b) const { return a * b; } };

template <typename T, typename Fold> __global__ void of_first(const T *in, T *out, Fold fold) {
    T v = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int away = 16; away > 0; away /= 2) v = fold(v, __shfl_down_sync(0xffffffff, v, away, 32));
    if (threadIdx.x % 32 == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = v;
}

template <typename T, typename Fold> __global__ void of_all(const T *in, T *out, Fold fold) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    T v = in[i];
    for (int mask = 1; mask < 32; mask *= 2) v = fold(v, __shfl_xor_sync(0xffffffff, v, mask));
    out[i] = v;
}

// Steps neither up nor down.
__global__ void out_of_order(const float *in, float *out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[i];
    v += __shfl_xor_sync(0xffffffff, v, 4);
    v += __shfl_xor_sync(0xffffffff, v, 1);
    v += __shfl_xor_sync(0xffffffff, v, 16);
    v += __shfl_xor_sync(0xffffffff, v, 8);
    v += __shfl_xor_sync(0xffffffff, v, 2);
    out[i] = v;
}

__global__ void two_at_once(const float *in, float *sums, float *squares) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = in[i], b = a * a;
    for (int away = 16; away > 0; away >>= 1) {
        a += __shfl_down_sync(0xffffffff, a, away, 32);
        b += __shfl_down_sync(0xffffffff, b, away, 32);
    }
    if ((threadIdx.x & 31) == 0) {
        sums[i / 32] = a;
        squares[i / 32] = b;
    }
}

// The first thread of a row of 24 is the first lane in each fourth row alone.
__global__ void first_of_rows(const float *in, float *sums, int *most) {
    float v = in[threadIdx.y * blockDim.x + threadIdx.x];
    int highest = int(v * 1000);
    for (int away = 16; away > 0; away /= 2) {
        v += __shfl_down_sync(0xffffffff, v, away, 32);
        highest = max(highest, __shfl_down_sync(0xffffffff, highest, away, 32));
    }
    if (threadIdx.x % 32 == 0) {
        sums[threadIdx.y] = v;
        most[threadIdx.y] = highest;
    }
}

// What is left in all lanes.
__global__ void of_each(const float *in, float *out) {
    float v = in[threadIdx.x];
    for (int away = 16; away > 0; away /= 2) v += __shfl_down_sync(0xffffffff, v, away, 32);
    out[threadIdx.x] = v;
}

// The usual sum over a block, in a function, of blocks that need not fill their warps.
__device__ float block_sum(float v) {
    __shared__ float partial[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = (blockDim.x + 31) / 32;
    for (int away = 16; away > 0; away /= 2) v += __shfl_down_sync(0xffffffff, v, away, 32);
    if (lane == 0) partial[warp] = v;
    __syncthreads();
    v = lane < warps ? partial[lane] : 0;
    if (warp == 0) {
        for (int away = 16; away > 0; away /= 2) v += __shfl_down_sync(0xffffffff, v, away, 32);
    }
    return v;
}
__global__ void of_blocks(const float *in, float *out) {
    const float sum = block_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// In a loop, and only some warps.
__global__ void repeated(const int *in, int *out, int rounds) {
    const int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    for (int round = 0; round < rounds; round++) {
        if (warp > round) continue;
        int v = in[round * blockDim.x + threadIdx.x];
        for (int mask = 16; mask > 0; mask >>= 1) v = max(v, __shfl_xor_sync(0xffffffff, v, mask));
        if (lane == 0) out[round * (blockDim.x / 32) + warp] = v;
    }
}

// Shuffle after shuffle, as the device does it.
template <typename T, typename Fold> std::vector<T> down(std::vector<T> v, Fold fold) {
    for (int away = 16; away > 0; away /= 2) {
        std::vector<T> next(v);
        for (size_t i = 0; i < v.size(); i++) next[i] = fold(v[i], i % 32 + away < 32 && i + away < v.size() ? v[i + away] : v[i]);
        v = next;
    }
    return v;
}
template <typename T, typename Fold> std::vector<T> across(std::vector<T> v, const std::vector<int> &masks, Fold fold) {
    for (int mask : masks) {
        std::vector<T> next(v);
        for (size_t i = 0; i < v.size(); i++) next[i] = fold(v[i], v[i ^ mask]);
        v = next;
    }
    return v;
}
template <typename T> std::vector<T> firsts(const std::vector<T> &v) {
    std::vector<T> some;
    for (size_t i = 0; i < v.size(); i += 32) some.push_back(v[i]);
    return some;
}

template <typename T> std::vector<T> values(size_t n) {
    std::vector<T> all(n);
    unsigned seed = 12345;
    for (T &value : all) {
        seed = seed * 1664525u + 1013904223u;
        value = static_cast<T>(static_cast<int>(seed >> 8) - (1 << 23)) / static_cast<T>(1 << 10);
    }
    return all;
}

template <typename T, typename Fold> void compare(Verdict &verdict, const char *what, Fold fold) {
    const std::vector<T> in = values<T>(1024);
    Array<T> from(in), some(1024 / 32), all(1024);
    for (unsigned threads : {32u, 64u, 256u}) {
        of_first<<<1024 / threads, threads>>>(from.p, some.p, fold);
        verdict.same(what, some.host(), firsts(down(in, fold)));
        of_all<<<1024 / threads, threads>>>(from.p, all.p, fold);
        verdict.same(what, all.host(), across(in, {1, 2, 4, 8, 16}, fold));
    }
}

int main() {
    Verdict verdict("shuffle-reductions");
    compare<float>(verdict, "sums of float", Add());
    compare<double>(verdict, "sums of double", Add());
    compare<int>(verdict, "sums of int", Add());
    compare<long long>(verdict, "sums of long long", Add());
    compare<unsigned>(verdict, "products", Product());
    compare<float>(verdict, "most of float", Most());
    compare<double>(verdict, "least of double", Least());
    compare<int>(verdict, "least of int", Least());
    compare<unsigned>(verdict, "most of unsigned", Most());
    compare<long long>(verdict, "most of long long", Most());
    compare<int>(verdict, "and", And());
    compare<unsigned long long>(verdict, "or", Or());
    compare<unsigned>(verdict, "xor", Xor());

    const std::vector<float> in = values<float>(1024);
    Array<float> from(in), all(1024), some(1024 / 32), others(1024 / 32);
    out_of_order<<<4, 256>>>(from.p, all.p);
    verdict.same("steps out of order", all.host(), across(in, {4, 1, 16, 8, 2}, Add()));

    two_at_once<<<8, 128>>>(from.p, some.p, others.p);
    std::vector<float> squares(in);
    for (float &value : squares) value *= value;
    verdict.same("sums of two", some.host(), firsts(down(in, Add())));
    verdict.same("and of their squares", others.host(), firsts(down(squares, Add())));

    Array<float> row_sums(8);
    Array<int> row_most(8);
    first_of_rows<<<1, dim3(24, 8)>>>(from.p, row_sums.p, row_most.p);
    const std::vector<float> begin(in.begin(), in.begin() + 24 * 8);
    std::vector<int> thousandths, most_of_rows;
    for (float value : begin) thousandths.push_back(int(value * 1000));
    std::vector<float> sums_of_rows;
    for (int row = 0; row < 8; row++) {
        sums_of_rows.push_back(down(begin, Add())[24 * row]);
        most_of_rows.push_back(down(thousandths, Most())[24 * row]);
    }
    verdict.same("sums of first threads", row_sums.host(), sums_of_rows);
    verdict.same("most of first threads", row_most.host(), most_of_rows);

    Array<float> each(96);
    of_each<<<1, 96>>>(from.p, each.p);
    verdict.same("all lanes", each.host(), down(std::vector<float>(in.begin(), in.begin() + 96), Add()));

    for (int threads : {32, 64, 128, 256, 512}) {
        Array<float> sums(1024 / threads);
        of_blocks<<<1024 / threads, threads>>>(from.p, sums.p);
        std::vector<float> want;
        const std::vector<float> warps = firsts(down(in, Add()));
        for (size_t begin = 0; begin < warps.size(); begin += threads / 32) {
            std::vector<float> partial(32);
            std::copy(warps.begin() + begin, warps.begin() + begin + threads / 32, partial.begin());
            want.push_back(down(partial, Add())[0]);
        }
        verdict.same("sums of blocks", sums.host(), want);
    }

    const std::vector<int> numbers = values<int>(4 * 128);
    Array<int> numbered(numbers), most(4 * 4);
    repeated<<<1, 128>>>(numbered.p, most.p, 4);
    std::vector<int> highest(4 * 4);
    for (int round = 0; round < 4; round++) {
        const std::vector<int> row(numbers.begin() + round * 128, numbers.begin() + (round + 1) * 128);
        const std::vector<int> of_warps = firsts(across(row, {16, 8, 4, 2, 1}, Most()));
        for (int warp = 0; warp <= round && warp < 4; warp++) highest[round * 4 + warp] = of_warps[warp];
    }
    verdict.same("in a loop", most.host(), highest);
    return verdict.end();
}
