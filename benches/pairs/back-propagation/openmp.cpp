#include "problem.hpp"

// The weights of an input, one vector; clang would rather make vectors of sixteen inputs, whose weights lie apart.
typedef float Row __attribute__((vector_size(HIDDEN * sizeof(float)), aligned(sizeof(float)), may_alias));

static void forward(const float *__restrict input, const Row *__restrict weights, int inputs, float (&sums)[HIDDEN]) {
    for (float &sum : sums) sum = 0;
#pragma omp parallel
    {
        Row mine = {};
#pragma omp for schedule(static) nowait
        for (int i = 0; i < inputs; i++) mine += weights[i] * input[i];
#pragma omp critical
        for (int j = 0; j < HIDDEN; j++) sums[j] += mine[j];
    }
}

static void adjust(const float *__restrict input, const float (&delta)[HIDDEN], Row *__restrict weights, Row *__restrict before, int inputs) {
    const Row errors = *reinterpret_cast<const Row *>(delta);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < inputs; i++) {
        const Row change = RATE * errors * input[i] + MOMENTUM * before[i];
        weights[i] += change;
        before[i] = change;
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<float> weights, before, output_weights;
    float output = 0;
    const auto rows = [](std::vector<float> &values) { return reinterpret_cast<Row *>(values.data()); };
    measure(
        "back-propagation",
        [&] {
            for (int epoch = 0; epoch < problem.epochs; epoch++) {
                float sums[HIDDEN], delta[HIDDEN];
                forward(problem.input.data(), rows(weights), problem.inputs, sums);
                output = learn(sums, output_weights, delta);
                adjust(problem.input.data(), delta, rows(weights), rows(before), problem.inputs);
            }
        },
        [&] { return weighted(weights) + output; }, 1,
        [&] {
            weights = problem.weights;
            output_weights = problem.output_weights;
            before.assign(weights.size(), 0);
        });
}
