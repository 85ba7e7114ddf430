#include "problem.hpp"

constexpr int LANES = 16;

struct Points {
    int x[LANES], y[LANES];
};

// Sixteen points at once, until none goes on; whether one does is looked up every eight iterations.
static void iterations(const Points &points, const Problem &problem, int (&count)[LANES]) {
    float cx[LANES], cy[LANES], zx[LANES] = {}, zy[LANES] = {};
    for (int k = 0; k < LANES; k++) {
        cx[k] = -2.0f + 2.5f * float(points.x[k]) / float(problem.side);
        cy[k] = -1.25f + 2.5f * float(points.y[k]) / float(problem.side);
        count[k] = 0;
    }
    static_assert(sizeof(Points) == 2 * LANES * sizeof(int), "no padding");
    for (int i = 0; i < problem.most; i += 8) {
        int going = 0;
        for (int sub = 0; sub < 8; sub++) {
            going = 0;
#pragma omp simd reduction(+ : going)
            for (int k = 0; k < LANES; k++) {
                const float x2 = zx[k] * zx[k], y2 = zy[k] * zy[k];
                const int on = x2 + y2 < 4.0f;
                const float x = x2 - y2 + cx[k], y = 2 * zx[k] * zy[k] + cy[k];
                zx[k] = on ? x : zx[k];
                zy[k] = on ? y : zy[k];
                count[k] += on;
                going += on;
            }
        }
        if (going == 0) break;
    }
}

// The places of a line of points, sixteen at a time; what is over is computed again for the last.
template <class Place, class Take> static void each(int total, const Problem &problem, Place place, Take take) {
    for (int first = 0; first < total; first += LANES) {
        Points points;
        int count[LANES];
        for (int k = 0; k < LANES; k++) place(std::min(first + k, total - 1), points.x[k], points.y[k]);
        iterations(points, problem, count);
        for (int k = 0; k < std::min(LANES, total - first); k++) take(points.x[k], points.y[k], count[k]);
    }
}

// Whether all of a square's border takes as many iterations; `value` is how many then.
static bool is_even(const Square &square, const Problem &problem, int &value) {
    const int last = square.side - 1;
    int low = problem.most, high = 0;
    const auto border = [&](int k, int &x, int &y) {
        const int edge = k / last, along = k % last;
        x = square.x + (edge == 0 ? along : edge == 1 ? last : edge == 2 ? last - along : 0);
        y = square.y + (edge == 0 ? 0 : edge == 1 ? along : edge == 2 ? last : last - along);
    };
    each(4 * last, problem, border, [&](int, int, int count) { low = std::min(low, count), high = std::max(high, count); });
    value = low;
    return low == high;
}

static void work(const Square &square, const Problem &problem, int *image) {
    const int side = square.side;
    int value = 0;
    if (side <= LEAST) {
        const auto inside = [&](int k, int &x, int &y) { x = square.x + k % side, y = square.y + k / side; };
        each(side * side, problem, inside, [&](int x, int y, int count) { image[size_t(y) * problem.side + x] = count; });
    } else if (is_even(square, problem, value)) {
        for (int y = square.y; y < square.y + side; y++) std::fill_n(image + size_t(y) * problem.side + square.x, side, value);
    } else {
        const int half = side / 2;
        for (int k = 0; k < 4; k++) {
            const Square part{square.x + k % 2 * half, square.y + k / 2 * half, half};
#pragma omp task firstprivate(part) shared(problem)
            work(part, problem, image);
        }
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<int> image(size_t(problem.side) * problem.side);
    measure(
        "task-queue",
        [&] {
#pragma omp parallel
#pragma omp single
            for (const Square &square : problem.squares) {
#pragma omp task firstprivate(square) shared(problem)
                work(square, problem, image.data());
            }
        },
        [&] { return weighted(image); });
}
