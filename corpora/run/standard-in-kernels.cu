// libcu++'s copy of the standard library in kernels: tuples, arrays, optional and variant values, spans, complex numbers, bits,
// numbers, limits, algorithms, and what C++17's own library has for no constant expression (assignment, swap, emplace).
// run: wave-any
// nvcc: none, cuda/std/algorithm is in CUDA 13.1 and later
#include "check.h"

#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/algorithm>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/numbers>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>

static_assert(cuda::std::is_same_v<cuda::std::remove_cvref_t<const int &>, int>, "of the types");

constexpr int threads = 64, fields = 24;

__host__ __device__ cuda::std::tuple<int, float> divided(int a, int b) { return cuda::std::make_tuple(a / b, float(a % b)); }

__host__ __device__ int sum_of(cuda::std::span<const int> values) {
    return cuda::std::accumulate(values.begin(), values.end(), 0);
}

struct Twice {
    template <typename T> __host__ __device__ double operator()(const T &value) const { return 2 * double(value); }
};

// The same on both sides.
__host__ __device__ void compute(int t, double *out) {
    cuda::std::pair<int, int> pair(t, 2 * t), other(1, 2);
    cuda::std::swap(pair, other);
    other = cuda::std::pair<int, int>(pair.second, other.second);
    out[0] = pair.first + 10 * other.first + 100 * other.second;
    cuda::std::tuple<int, float> parts;
    parts = divided(t, 7);
    out[1] = cuda::std::get<0>(parts) + 10 * cuda::std::get<1>(parts);
    const auto [whole, rest] = divided(3 * t, 5);
    out[2] = whole + 100 * rest;
    cuda::std::array<int, 5> all{};
    all.fill(t);
    all[3] = -t;
    out[3] = sum_of(cuda::std::span<const int>(all.data(), all.size()));
    out[4] = *cuda::std::max_element(all.begin(), all.end()) - *cuda::std::min_element(all.begin(), all.end());
    cuda::std::optional<int> maybe;
    if (t % 3 == 0) maybe = t;
    if (t % 6 == 0) maybe.emplace(t + 1);
    out[5] = maybe.value_or(-1);
    maybe.reset();
    out[6] = maybe.has_value();
    cuda::std::variant<int, float> either = t;
    if (t % 2) either = 0.5f + t;
    out[7] = cuda::std::visit(Twice{}, either) + 1000 * double(either.index());
    cuda::std::complex<double> z(t, 1), w(2, -1);
    z *= w;
    z = z + w * cuda::std::conj(w);
    out[8] = z.real(), out[9] = z.imag();
    const cuda::std::uint32_t word = 0x9e3779b9u * unsigned(t + 1);
    out[10] = cuda::std::popcount(word) + 100 * cuda::std::countl_zero(word) + 10000 * cuda::std::countr_zero(word);
    out[11] = cuda::std::rotl(word, t), out[12] = cuda::std::bit_ceil(unsigned(t + 1)) + 1000.0 * cuda::std::bit_width(unsigned(t));
    out[13] = cuda::std::bit_cast<cuda::std::uint32_t>(float(t));
    out[14] = cuda::std::numbers::pi + cuda::std::numbers::e_v<float>;
    out[15] = cuda::std::numeric_limits<int>::max() - double(cuda::std::numeric_limits<short>::lowest());
    int before = t;
    out[16] = cuda::std::exchange(before, 5) + 100 * before;
    int values[6] = {t % 5, 4, t % 3, 9, 1, t % 7};
    const int *found = cuda::std::find(values, values + 6, 9);
    out[17] = double(found - values);
    cuda::std::fill(values + 4, values + 6, 7);
    out[18] = sum_of(values) + 100 * cuda::std::count(values, values + 6, 7);
    out[19] = cuda::std::clamp(t, 10, 20) + 100 * cuda::std::max(t, 30) + 10000 * cuda::std::min(t, 40);
    out[20] = cuda::std::plus<>{}(t, 0.5) + cuda::std::identity{}(t);
    out[21] = cuda::ceil_div(t, 7) + 100 * cuda::round_up(t, 8) + 100000 * cuda::ilog2(unsigned(t + 1));
    out[22] = cuda::maximum<>{}(t, 31) + 100 * cuda::minimum<int>{}(t, 31);
    out[23] = cuda::std::inner_product(values, values + 4, values, 0);
}

__global__ void kernel(double *out) { compute(threadIdx.x, out + fields * threadIdx.x); }

// A function object whose result is said.
template <typename F> __global__ void apply(F f, int *out) { out[threadIdx.x] = f(threadIdx.x); }

struct Square {
    __host__ __device__ int operator()(int x) const { return x * x; }
};

int main() {
    Verdict verdict("standard-in-kernels");
    Array<double> out(threads * fields);
    kernel<<<1, threads>>>(out.p);
    std::vector<double> want(threads * fields);
    for (int t = 0; t < threads; t++) compute(t, &want[fields * t]);
    verdict.same("results", out.host(), want);
    // Known ones: of the host's side too.
    verdict.same("a pair", want[fields * 3], 1 + 10 * 2 + 100 * 6.0);
    verdict.same("a variant", want[fields * 3 + 7], 1007.0);
    verdict.same("complex", want[fields * 3 + 8], 7.0 + 5);
    verdict.same("bits", want[12], 1.0);
    verdict.same("divisions", want[fields * 9 + 21], 2 + 100 * 16 + 100000 * 3.0);

    Array<int> squares(threads);
    apply<<<1, threads>>>(cuda::proclaim_return_type<int>(Square{}), squares.p);
    std::vector<int> want_squares(threads);
    for (int t = 0; t < threads; t++) want_squares[t] = t * t;
    verdict.same("squares", squares.host(), want_squares);
    return verdict.end();
}
