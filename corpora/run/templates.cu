// Kernel templates: types, values, packs, defaults, specialisations, static members and if constexpr.
// run: wave-any
// flags: -std=c++17
#include "check.h"

#include <type_traits>

template <typename T> struct Traits {
    static constexpr int code = 1;
    __host__ __device__ static T make(int i) { return static_cast<T>(i); }
};
template <> struct Traits<char> {
    static constexpr int code = 2;
    __host__ __device__ static char make(int i) { return static_cast<char>('a' + i % 26); }
};

template <typename T, int step = 2> __global__ void fill(T *out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if constexpr (std::is_floating_point<T>::value) out[i] = Traits<T>::make(i * step) / 2;
    else out[i] = Traits<T>::make(i * step) + Traits<T>::code - Traits<T>::code;
}

template <typename... T> __host__ __device__ constexpr auto sum(T... values) { return (values + ... + 0); }

template <int... values> __global__ void constants(int *out) {
    constexpr int all[] = {values...};
    if (threadIdx.x < sizeof...(values)) out[threadIdx.x] = all[threadIdx.x] + sum(values...);
}

template <int depth> __host__ __device__ int unrolled(int x) {
    if constexpr (depth == 0) return x;
    else return unrolled<depth - 1>(x * 3 + depth);
}

template <int depth> __global__ void unroll(int *out) { out[threadIdx.x] = unrolled<depth>(threadIdx.x); }

template <typename T, int step> void compare(Verdict &verdict, const char *what) {
    const int n = 70;
    Array<T> out(n);
    fill<T, step><<<3, 32>>>(out.p, n);
    std::vector<T> want(n);
    for (int i = 0; i < n; i++) want[i] = std::is_floating_point<T>::value ? Traits<T>::make(i * step) / 2 : Traits<T>::make(i * step);
    verdict.same(what, out.host(), want);
}

int main() {
    Verdict verdict("templates");
    compare<float, 3>(verdict, "float");
    compare<double, 5>(verdict, "double");
    compare<char, 1>(verdict, "char");
    compare<long long, 7>(verdict, "long long");
    Array<int> three(3), ten(10);
    constants<5, 7, 11><<<1, 32>>>(three.p);
    verdict.same("constants", three.host(), std::vector<int>{28, 30, 34});
    unroll<6><<<1, 10>>>(ten.p);
    std::vector<int> want(10);
    for (int i = 0; i < 10; i++) want[i] = unrolled<6>(i);
    verdict.same("unrolled", ten.host(), want);
    return verdict.end();
}
