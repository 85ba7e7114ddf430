#include "problem.hpp"

constexpr int HELD = 1 << 13; // numbers that stay in the first cache

// Orders `length` pairs, `stride` apart.
static inline void order(unsigned *__restrict a, unsigned *__restrict b, int length, bool ascending) {
    if (ascending) {
#pragma omp simd
        for (int i = 0; i < length; i++) {
            const unsigned low = std::min(a[i], b[i]), high = std::max(a[i], b[i]);
            a[i] = low, b[i] = high;
        }
    } else {
#pragma omp simd
        for (int i = 0; i < length; i++) {
            const unsigned low = std::min(a[i], b[i]), high = std::max(a[i], b[i]);
            a[i] = high, b[i] = low;
        }
    }
}

// The strides of less than a vector: a constant for the compiler, which shuffles.
template <int STRIDE> static void merge_near(unsigned *numbers, int count, bool ascending) {
#pragma omp simd
    for (int pair = 0; pair < count / 2; pair++) {
        const int at = 2 * pair - (pair & (STRIDE - 1));
        const unsigned low = std::min(numbers[at], numbers[at + STRIDE]), high = std::max(numbers[at], numbers[at + STRIDE]);
        numbers[at] = ascending ? low : high;
        numbers[at + STRIDE] = ascending ? high : low;
    }
}

// Merges the runs of a piece, from `stride` down.
static void merge(unsigned *numbers, int count, int stride, bool ascending) {
    for (; stride >= 16; stride /= 2)
        for (int i = 0; i < count; i += 2 * stride) order(numbers + i, numbers + i + stride, stride, ascending);
    if (stride == 8) merge_near<8>(numbers, count, ascending), stride = 4;
    if (stride == 4) merge_near<4>(numbers, count, ascending), stride = 2;
    if (stride == 2) merge_near<2>(numbers, count, ascending);
    merge_near<1>(numbers, count, ascending);
}

static void sort(unsigned *numbers, int count) {
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (int base = 0; base < count; base += HELD)
            for (int size = 2; size <= HELD; size *= 2)
                for (int i = base; i < base + HELD; i += size) merge(numbers + i, size, size / 2, (i & size) == 0);
        for (int size = 2 * HELD; size <= count; size *= 2) {
            for (int stride = size / 2; stride >= HELD; stride /= 2) {
#pragma omp for schedule(static)
                for (int chunk = 0; chunk < count / 2; chunk += HELD / 2) {
                    const int at = 2 * chunk - (chunk & (stride - 1));
                    order(numbers + at, numbers + at + stride, HELD / 2, (at & size) == 0);
                }
            }
#pragma omp for schedule(static)
            for (int base = 0; base < count; base += HELD) merge(numbers + base, HELD, HELD / 2, (base & size) == 0);
        }
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<unsigned> numbers;
    measure("bitonic-sort", [&] { sort(numbers.data(), problem.count); }, [&] { return checksum(numbers); }, 1, [&] { numbers = problem.numbers; });
}
