#include "problem.hpp"

#include <omp.h>

static inline float uniform(unsigned &seed) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return float((seed >> 8) + 1) * (1.0f / 16777217.0f);
}
static inline float normal(unsigned &seed) {
    const float u = uniform(seed), v = uniform(seed);
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * PI * v);
}

struct Particles {
    std::vector<float> x, y;
};
struct Sums {
    float weight = 0, x = 0, y = 0;
};

static void propagate(Particles &particles, unsigned *seeds, int n) {
    float *x = particles.x.data(), *y = particles.y.data();
#pragma omp for simd schedule(static)
    for (int i = 0; i < n; i++) {
        unsigned seed = seeds[i];
        x[i] += 2 + 2 * normal(seed);
        y[i] += 1 + normal(seed);
        seeds[i] = seed;
    }
}

static float likelihood(const Problem &problem, const unsigned char *frame, float px, float py) {
    const int cx = int(std::rint(px)), cy = int(std::rint(py)), side = problem.side;
    const int count = int(problem.offsets.size());
    const Offset *offsets = problem.offsets.data();
    float sum = 0;
    for (int k = 0; k < count; k++) {
        const int x = std::min(std::max(cx + offsets[k].x, 0), side - 1), y = std::min(std::max(cy + offsets[k].y, 0), side - 1);
        const float pixel = frame[y * side + x], off = pixel - FIELD, on = pixel - DISC;
        sum += (off * off - on * on) / 5000;
    }
    return sum / float(count);
}

// Weights and their running sums, each thread for its part; what comes before a part is added once all are there.
static Sums weigh(const Problem &problem, const unsigned char *frame, const Particles &particles, float *weight, float *running, std::vector<Sums> &parts) {
    const int n = problem.particles, thread = omp_get_thread_num(), threads = omp_get_num_threads();
    const int begin = int(int64_t(n) * thread / threads), end = int(int64_t(n) * (thread + 1) / threads);
    for (int i = begin; i < end; i++) weight[i] = likelihood(problem, frame, particles.x[i], particles.y[i]);
#pragma omp simd
    for (int i = begin; i < end; i++) weight[i] = std::exp(weight[i]);
    Sums sums;
    for (int i = begin; i < end; i++) running[i] = sums.weight += weight[i];
    float x = 0, y = 0;
#pragma omp simd reduction(+ : x, y)
    for (int i = begin; i < end; i++) x += weight[i] * particles.x[i], y += weight[i] * particles.y[i];
    sums.x = x, sums.y = y;
    parts[thread] = sums;
#pragma omp barrier
    Sums total;
    float base = 0;
    for (int part = 0; part < threads; part++) {
        if (part < thread) base += parts[part].weight;
        total.weight += parts[part].weight, total.x += parts[part].x, total.y += parts[part].y;
    }
#pragma omp simd
    for (int i = begin; i < end; i++) running[i] += base;
#pragma omp barrier
    return total;
}

static void draw(const float *running, const Particles &from, Particles &to, int n, float total) {
    const float step = total / float(n);
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
        const float wanted = 0.5f * step + step * float(i);
        const int at = std::min(n - 1, int(std::lower_bound(running, running + n, wanted) - running));
        to.x[i] = from.x[at];
        to.y[i] = from.y[at];
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    const int n = problem.particles;
    Particles particles, next{std::vector<float>(n), std::vector<float>(n)};
    std::vector<float> path, weight(n), running(n);
    std::vector<unsigned> seeds;
    std::vector<Sums> parts(omp_get_max_threads());
    measure(
        "particle-filter",
        [&] {
#pragma omp parallel
            for (int frame = 0; frame < problem.frames; frame++) {
                Particles &from = frame % 2 ? next : particles, &to = frame % 2 ? particles : next;
                propagate(from, seeds.data(), n);
                const Sums sums = weigh(problem, problem.video.data() + frame * problem.side * problem.side, from, weight.data(), running.data(), parts);
                draw(running.data(), from, to, n, sums.weight);
#pragma omp single
                path.push_back(sums.x / sums.weight), path.push_back(sums.y / sums.weight);
            }
        },
        [&] { return weighted(path); }, 1,
        [&] {
            path.clear();
            seeds = problem.seeds;
            particles.x.assign(n, problem.x);
            particles.y.assign(n, problem.y);
        });
}
