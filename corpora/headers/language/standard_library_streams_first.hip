// Headers whose classes are the host's come first; what they include of others is for kernels all the same.
#include <streambuf>
#include <ios>
#include <locale>
#include <system_error>
#include <istream>
#include <ostream>
#include <fstream>
#include <sstream>
#include <iostream>
#if __cplusplus >= 201703L
#include <memory_resource>
#endif
#if __cplusplus >= 202302L && __has_include(<spanstream>)
#include <spanstream>
#include <syncstream>
#endif
#include <algorithm>
#include <array>
#include <atomic>
#include <complex>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>

struct Buffer : std::streambuf {
    int overflow(int c) override { return c; }
};
struct Category : std::error_category {
    const char *name() const noexcept override { return "name"; }
    std::string message(int) const override { return {}; }
};
struct Point : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
};
struct Bytes : std::codecvt<char, char, std::mbstate_t> {
    int do_encoding() const noexcept override { return 1; }
};

__global__ void kernel(int *p, int n, const char *text) {
    std::sort(p, p + n);
    std::copy(p, p + n, p + n);
    std::fill(p + n, p + 2 * n, 7);
    p[0] = std::accumulate(p, p + n, 0);
    p[1] = *std::max_element(p, p + n);
    p[2] = int(std::lower_bound(p, p + n, 4) - p);
    p[3] = int(std::char_traits<char>::length(text));
    std::unique_ptr<int> owned(new int(4));
    p[4] = *owned;
    std::swap(p[5], p[6]);
    std::array<int, 3> array{1, 2, 3};
    p[7] = array[1];
    std::atomic<int> counter{0};
    p[8] = counter.fetch_add(2);
    std::complex<float> number(1, 2);
    number *= number;
    p[9] = int(number.imag());
    p[10] = std::get<1>(std::make_tuple(1, 2));
    p[11] = int(std::hash<int>()(3));
    p[12] = std::distance(p, p + n);
}
