// C++20 in device code: concepts, constrained kernels, spaceship, designated initialisers, consteval and ranges of bits.
// run: wave-any
// flags: -std=c++20
// nvcc: --expt-relaxed-constexpr
#include "check.h"

#include <bit>
#include <concepts>

template <typename T>
concept Shape = requires(const T t) {
    { t.area() } -> std::same_as<float>;
};

struct Box {
    float width = 1, height = 1;
    __host__ __device__ float area() const { return width * height; }
    friend constexpr auto operator<=>(const Box &, const Box &) = default;
};

struct Disc {
    float radius;
    __host__ __device__ float area() const { return 3 * radius * radius; }
};

template <Shape T> __global__ void areas(const T *shapes, float *out, int n) {
    if (const int i = threadIdx.x; i < n) out[i] = shapes[i].area();
}

__global__ void compare(const Box *boxes, int *out) {
    out[threadIdx.x] = (boxes[threadIdx.x] <=> boxes[0]) > 0 ? 1 : boxes[threadIdx.x] == boxes[0] ? 0 : -1;
}

consteval unsigned cube(unsigned x) { return x * x * x; }

template <std::integral T> __global__ void integers(T *out) {
    const unsigned t = threadIdx.x;
    out[t] = static_cast<T>(std::popcount(t) + std::bit_width(t) + cube(3));
}

int main() {
    Verdict verdict("concepts");
    const std::vector<Box> boxes{{.width = 2, .height = 3}, {.height = 5}, {.width = 2, .height = 4}, {.width = 2, .height = 3}};
    const std::vector<Disc> discs{{.radius = 1}, {.radius = 2}};
    Array<Box> db(boxes);
    Array<Disc> dd(discs);
    Array<float> a(4), b(2);
    Array<int> order(4), numbers(64);
    areas<<<1, 32>>>(db.p, a.p, 4);
    areas<<<1, 32>>>(dd.p, b.p, 2);
    compare<<<1, 4>>>(db.p, order.p);
    integers<<<1, 64>>>(numbers.p);
    verdict.same("boxes", a.host(), std::vector<float>{6, 5, 8, 6});
    verdict.same("discs", b.host(), std::vector<float>{3, 12});
    verdict.same("order", order.host(), std::vector<int>{0, -1, 1, 0});
    std::vector<int> want(64);
    for (unsigned i = 0; i < 64; i++) want[i] = std::popcount(i) + std::bit_width(i) + 27;
    verdict.same("integers", numbers.host(), want);
    return verdict.end();
}
