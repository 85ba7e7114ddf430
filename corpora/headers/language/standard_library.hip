// The standard library in kernels and around them, after HIP's own header as the compiler includes it first. C functions are
// declared once more, as sources do.
#include <algorithm>
#include <array>
#include <atomic>
#include <bitset>
#include <cassert>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <exception>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <queue>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <valarray>
#include <vector>
#if __cplusplus >= 201703L
#include <any>
#include <charconv>
#include <execution>
#include <filesystem>
#include <optional>
#include <string_view>
#include <variant>
#endif
#if __cplusplus >= 202002L
#include <bit>
#include <concepts>
#include <numbers>
#include <ranges>
#include <span>
#endif
#include <dirent.h>
#include <immintrin.h>
#include <inttypes.h>
#include <regex>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

extern "C" void srand48(long);
extern "C" double drand48();
extern "C" int posix_memalign(void **, size_t, size_t);

struct Refused : std::runtime_error {
    using std::runtime_error::runtime_error;
    const char *what() const noexcept override { return "refused"; }
};

template <typename T>
struct Twice {
    __host__ __device__ T operator()(T x) const { return x + x; }
};

__host__ __device__ double both(double x) { return std::sqrt(x) + std::max(x, 1.0) + std::abs(x) + pow(x, 2); }

__global__ void kernel(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    std::array<float, 4> four{{in[i], 1, 2, 3}};
    std::tuple<int, float> pair(i, four[1]);
    std::complex<float> z(in[i], 1.0f);
    z = z * z;
    std::pair<float, float> ends = std::make_pair(four[0], std::get<1>(pair));
    float low = std::numeric_limits<float>::max();
    for (float x : four) low = std::min(low, x);
    std::swap(ends.first, ends.second);
    assert(low <= ends.first || isnan(low));
    printf("%d %f\n", i, double(low));
    std::printf("%d\n", i);
    float *heap = new float[2], *more = static_cast<float *>(malloc(8));
    new (more) float(3.0f);
    memcpy(heap, more, sizeof(float));
    out[i] = heap[0] + low + z.real() + std::accumulate(four.begin(), four.end(), 0.0f) + Twice<float>()(in[i]) + float(both(in[i]));
    out[i] += std::fma(in[i], 2.0f, 1.0f) + std::isfinite(in[i]) + ::isinf(in[i]) + std::hypot(in[i], 1.0f) + std::lround(in[i]);
    free(more);
    delete[] heap;
}

int main() {
    std::vector<float> host(4, 1.0f);
    std::string text = "x";
    std::unordered_map<std::string, int> counts{{text, 1}};
    std::sort(host.begin(), host.end(), std::greater<float>());
    std::mt19937 random(1);
    std::cout << text << std::setw(3) << counts.size() << random() << both(2.0) << std::endl;
    std::thread([] {}).join();
    kernel<<<1, 4>>>(nullptr, nullptr, 0);
    return 0;
}
