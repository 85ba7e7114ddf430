#include "problem.hpp"

constexpr int CHUNK = 256;

// The squares of the distances of a chunk of points from one point.
static void distances(const Problem &problem, int first, int count, int to, float *__restrict distance) {
    for (int i = 0; i < count; i++) distance[i] = 0;
    for (int d = 0; d < DIMENSIONS; d++) {
        const float *row = problem.places.data() + size_t(d) * problem.points;
        const float there = row[to];
#pragma omp simd
        for (int i = 0; i < count; i++) distance[i] += (row[first + i] - there) * (row[first + i] - there);
    }
}

static float gains(const Problem &problem, int candidate, const float *cost, const int *centre, float *loss, int centres) {
    float gain = 0;
#pragma omp parallel for schedule(static) reduction(+ : gain, loss[ : centres])
    for (int first = 0; first < problem.points; first += CHUNK) {
        const int count = std::min(CHUNK, problem.points - first);
        float distance[CHUNK];
        distances(problem, first, count, candidate, distance);
        for (int i = 0; i < count; i++) {
            const float more = distance[i] - cost[first + i];
            if (more < 0)
                gain -= more;
            else
                loss[centre[first + i]] += more;
        }
    }
    return gain;
}

// Opens the candidate: points move to it that are nearer, or whose centre closes.
static void reassign(const Problem &problem, int candidate, const char *closes, float *cost, int *centre, int number) {
#pragma omp parallel for schedule(static)
    for (int first = 0; first < problem.points; first += CHUNK) {
        const int count = std::min(CHUNK, problem.points - first);
        float distance[CHUNK];
        distances(problem, first, count, candidate, distance);
        for (int i = 0; i < count; i++)
            if (distance[i] < cost[first + i] || closes[centre[first + i]]) cost[first + i] = distance[i], centre[first + i] = number;
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    const int n = problem.points, most = problem.candidates + 1;
    std::vector<float> cost(n), loss(most);
    std::vector<int> centre(n);
    std::vector<char> is_open, closes(most);
    measure(
        "stream-cluster",
        [&] {
            reassign(problem, 0, closes.data(), cost.data(), centre.data(), 0);
            for (int number = 1; number < most; number++) {
                const int candidate = problem.candidate(number);
                std::fill(loss.begin(), loss.end(), 0.0f);
                float total = gains(problem, candidate, cost.data(), centre.data(), loss.data(), most) - problem.price;
                for (int c = 0; c < number; c++) {
                    closes[c] = is_open[c] && loss[c] < problem.price;
                    if (closes[c]) total += problem.price - loss[c];
                }
                if (total <= 0) continue;
                reassign(problem, candidate, closes.data(), cost.data(), centre.data(), number);
                for (int c = 0; c < number; c++)
                    if (closes[c]) is_open[c] = 0;
                is_open[number] = 1;
            }
        },
        [&] { return sum(cost) + problem.price * sum(is_open); }, 1,
        [&] {
            is_open.assign(most, 0), is_open[0] = 1;
            std::fill(cost.begin(), cost.end(), 3.4e38f);
            std::fill(centre.begin(), centre.end(), 0);
            std::fill(closes.begin(), closes.end(), 0);
        });
}
