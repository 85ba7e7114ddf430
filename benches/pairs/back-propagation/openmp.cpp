#include "problem.hpp"

static void forward(const float *__restrict input, const float *__restrict weights, int inputs, float (&sums)[HIDDEN]) {
    for (float &sum : sums) sum = 0;
#pragma omp parallel for reduction(+ : sums) schedule(static)
    for (int i = 0; i < inputs; i++) {
#pragma omp simd
        for (int j = 0; j < HIDDEN; j++) sums[j] += weights[size_t(i) * HIDDEN + j] * input[i];
    }
}

static void adjust(const float *__restrict input, const float (&delta)[HIDDEN], float *__restrict weights, float *__restrict before, int inputs) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < inputs; i++) {
#pragma omp simd
        for (int j = 0; j < HIDDEN; j++) {
            const size_t at = size_t(i) * HIDDEN + j;
            const float change = RATE * delta[j] * input[i] + MOMENTUM * before[at];
            weights[at] += change;
            before[at] = change;
        }
    }
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    std::vector<float> weights, before, output_weights;
    float output = 0;
    measure(
        "back-propagation",
        [&] {
            for (int epoch = 0; epoch < problem.epochs; epoch++) {
                float sums[HIDDEN], delta[HIDDEN];
                forward(problem.input.data(), weights.data(), problem.inputs, sums);
                output = learn(sums, output_weights, delta);
                adjust(problem.input.data(), delta, weights.data(), before.data(), problem.inputs);
            }
        },
        [&] { return weighted(weights) + output; }, 1,
        [&] {
            weights = problem.weights;
            output_weights = problem.output_weights;
            before.assign(weights.size(), 0);
        });
}
