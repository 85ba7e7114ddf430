// Host code in the manner of SIMD: lanes, masks of 32 bits, ballots of its own.
// run: wave-any
#include "support.h"

namespace host {
constexpr int LANES = 32;

struct Mask {
    uint32_t bits = 0xffffffffu;
    int count() const { return __builtin_popcount(bits); }
    bool at(int lane) const { return bits >> (lane & 31) & 1; }
};

template <typename Predicate> Mask ballot(Predicate p) {
    Mask m;
    m.bits = 0;
    for (int lane = 0; lane < LANES; lane++) m.bits |= static_cast<uint32_t>(p(lane)) << lane;
    return m;
}

inline int reduce(const int *values) {
    int copy[LANES];
    std::memcpy(copy, values, sizeof copy);
    for (int offset = 16; offset > 0; offset >>= 1)
        for (int lane = 0; lane < offset; lane++) copy[lane] += copy[lane + offset];
    return copy[0];
}
} // namespace host

__global__ void square(int *values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] *= values[i];
}

int main() {
    const int n = 4 * host::LANES;
    int *values = managed<int>(n);
    for (int i = 0; i < n; i++) values[i] = i % 10;
    square<<<1, n>>>(values, n);
    finish();
    int sum = 0, odd = 0, want_sum = 0, want_odd = 0;
    for (int warp = 0; warp < n / 32; warp++) {
        sum += host::reduce(values + warp * 32);
        odd += host::ballot([&](int lane) { return values[warp * 32 + lane] % 2; }).count();
    }
    for (int i = 0; i < n; i++) {
        want_sum += (i % 10) * (i % 10);
        want_odd += i % 2;
    }
    return report("host-vectors", sum == want_sum && odd == want_odd && host::Mask().at(31));
}
