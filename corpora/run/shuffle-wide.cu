// Shuffles of every type and of parts of a warp: 64-bit integers, doubles, halves of a warp, out-of-range sources.
// run: wave-any
#include "check.h"

template <typename T> __global__ void rotate(const T *in, T *out) {
    const int lane = threadIdx.x % warpSize;
    out[threadIdx.x] = __shfl_sync(0xffffffff, in[threadIdx.x], lane + 1);
}

__global__ void parts(int *up, int *down, int *across, int *chosen) {
    const int t = threadIdx.x;
    up[t] = __shfl_up_sync(0xffffffff, t * 10, 3, 8);
    down[t] = __shfl_down_sync(0xffffffff, t * 10, 3, 16);
    across[t] = __shfl_xor_sync(0xffffffff, t * 10, 5, 8);
    chosen[t] = __shfl_sync(0xffffffff, t * 10, t / 4, 4);
}

template <typename T> void compare(Verdict &verdict, const char *what, T base, int warp) {
    std::vector<T> in(64), want(64);
    for (int i = 0; i < 64; i++) in[i] = base + static_cast<T>(i * 3);
    for (int i = 0; i < 64; i++) want[i] = in[i / warp * warp + (i + 1) % warp];
    Array<T> din(in), out(64);
    rotate<<<1, 64>>>(din.p, out.p);
    verdict.same(what, out.host(), want);
}

int main() {
    Verdict verdict("shuffle-wide");
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    const int warp = properties.warpSize;
    compare<int>(verdict, "int", -50, warp);
    compare<unsigned>(verdict, "unsigned", 4000000000u, warp);
    compare<long long>(verdict, "long long", -(1ll << 40), warp);
    compare<unsigned long long>(verdict, "unsigned long long", 1ull << 63, warp);
    compare<float>(verdict, "float", 0.5f, warp);
    compare<double>(verdict, "double", 1e100, warp);
    compare<long>(verdict, "long", 1l << 50, warp);

    Array<int> up(64), down(64), across(64), chosen(64);
    parts<<<1, 64>>>(up.p, down.p, across.p, chosen.p);
    std::vector<int> u(64), d(64), a(64), c(64);
    for (int i = 0; i < 64; i++) {
        u[i] = 10 * (i % 8 < 3 ? i : i - 3);
        d[i] = 10 * (i % 16 + 3 > 15 ? i : i + 3);
        a[i] = 10 * (i ^ 5);
        c[i] = 10 * (i / 4 * 4 + i / 4 % 4);
    }
    verdict.same("up", up.host(), u);
    verdict.same("down", down.host(), d);
    verdict.same("across", across.host(), a);
    verdict.same("chosen", chosen.host(), c);
    return verdict.end();
}
