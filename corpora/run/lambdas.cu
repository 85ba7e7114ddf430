// Device lambdas given to kernel templates, with captures by value, also of pointers and structs; generic lambdas inside.
// run: wave-any
// nvcc: --extended-lambda
#include "check.h"

template <typename F> __global__ void for_each(int n, F f) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) f(i);
}

template <typename F> void launch(int n, F f) {
    for_each<<<4, 64>>>(n, f);
    CHECK(cudaGetLastError());
}

struct Line {
    int slope, offset;
    __host__ __device__ int operator()(int x) const { return slope * x + offset; }
};

int main() {
    Verdict verdict("lambdas");
    const int n = 1000;
    Array<int> out(n), other(n);
    int *p = out.p, *q = other.p;
    const Line line{3, -7};
    launch(n, [=] __device__(int i) { p[i] = line(i); });
    launch(n, [p, q, n] __device__(int i) { q[i] = p[n - 1 - i] * 2; });
    std::vector<int> want(n), reversed(n);
    for (int i = 0; i < n; i++) want[i] = line(i);
    for (int i = 0; i < n; i++) reversed[i] = want[n - 1 - i] * 2;
    verdict.same("line", out.host(), want);
    verdict.same("reversed", other.host(), reversed);

    launch(n, [=] __device__(int i) {
        auto twice = [](auto f, auto x) { return f(f(x)); };
        p[i] = twice([i](int x) { return x + i; }, 1) + static_cast<int>(twice([](double x) { return x / 2; }, 8.0));
    });
    for (int i = 0; i < n; i++) want[i] = 1 + 2 * i + 2;
    verdict.same("within", out.host(), want);

    auto both = [=] __host__ __device__(int i) { return i * i; };
    launch(n, [=] __device__(int i) { p[i] = both(i); });
    for (int i = 0; i < n; i++) want[i] = both(i);
    verdict.same("both sides", out.host(), want);
    return verdict.end();
}
