// Mathematics that CUDA has for the host too: each function gives there what it gives in a kernel.
// run: wave-any
#include "check.h"

#define EACH(at, x, y)                                                                                                    \
    at(0, rsqrt(x)) at(1, rcbrt(x)) at(2, sinpi(x)) at(3, cospi(x)) at(4, erfinv(y)) at(5, erfcinv(x)) at(6, erfcx(x))    \
    at(7, normcdf(x)) at(8, normcdfinv(y)) at(9, exp10(x))

const int COUNT = 10;
#define STORE(i, value) to[i] = value;

template <typename T> __global__ void in_a_kernel(T *to, T x, T y) { EACH(STORE, x, y) }
template <typename T> void on_the_host(T *to, T x, T y) { EACH(STORE, x, y) }

template <typename T> void compare(Verdict &verdict, double tolerance) {
    const T points[][2] = {{T(0.25), T(0.5)}, {T(1.375), T(0.0625)}, {T(0.75), T(0.9)}};
    for (const auto &point : points) {
        Array<T> device(std::vector<T>(COUNT, 0));
        in_a_kernel<T><<<1, 1>>>(device.p, point[0], point[1]);
        CHECK(cudaDeviceSynchronize());
        std::vector<T> host(COUNT);
        on_the_host(host.data(), point[0], point[1]);
        verdict.same("host", host, device.host(), tolerance);
    }
}

int main() {
    Verdict verdict("host-mathematics");
    compare<double>(verdict, 1e-13);
    compare<float>(verdict, 1e-5);
    float sine, cosine;
    sincospif(0.25f, &sine, &cosine);
    verdict.same("sine and cosine", std::abs(sine - cosine) < 1e-6f, true);
    verdict.same("normcdf of none", normcdf(0.0), 0.5);
    return verdict.end();
}
