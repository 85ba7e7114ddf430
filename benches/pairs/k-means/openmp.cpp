#include "problem.hpp"

constexpr int CHUNK = 64;

static void nearest(const float *features, int points, int first, const float *centres, int *cluster) {
    float least[CHUNK];
    int best[CHUNK];
    for (int i = 0; i < CHUNK; i++) least[i] = 3.4e38f, best[i] = 0;
    for (int c = 0; c < CLUSTERS; c++) {
#pragma omp simd
        for (int i = 0; i < CHUNK; i++) {
            float distance = 0;
            for (int f = 0; f < FEATURES; f++) {
                const float d = features[size_t(f) * points + first + i] - centres[c * FEATURES + f];
                distance += d * d;
            }
            best[i] = distance < least[i] ? c : best[i];
            least[i] = distance < least[i] ? distance : least[i];
        }
    }
    std::copy(best, best + CHUNK, cluster + first);
}

static void assign(const float *features, int points, const float *centres, int *cluster, float *sums, int *counts) {
    constexpr int TERMS = CLUSTERS * FEATURES;
#pragma omp parallel for schedule(static) reduction(+ : sums[ : TERMS], counts[ : CLUSTERS])
    for (int chunk = 0; chunk < (points + CHUNK - 1) / CHUNK; chunk++) {
        // The last chunk may hold points of the one before, which are counted there.
        const int begin = chunk * CHUNK, first = std::min(begin, points - CHUNK);
        nearest(features, points, first, centres, cluster);
        for (int i = begin; i < first + CHUNK; i++) {
            float *sum = sums + cluster[i] * FEATURES;
            for (int f = 0; f < FEATURES; f++) sum[f] += features[size_t(f) * points + i];
            counts[cluster[i]]++;
        }
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<float> centres, sums(CLUSTERS * FEATURES);
    std::vector<int> cluster(problem.points), counts(CLUSTERS);
    measure(
        "k-means",
        [&] {
            for (int round = 0; round < problem.rounds; round++) {
                std::fill(sums.begin(), sums.end(), 0.0f);
                std::fill(counts.begin(), counts.end(), 0);
                assign(problem.features.data(), problem.points, centres.data(), cluster.data(), sums.data(), counts.data());
                move(centres, sums, counts);
            }
        },
        [&] { return weighted(cluster) + weighted(centres); }, 1, [&] { centres = problem.centres; });
}
