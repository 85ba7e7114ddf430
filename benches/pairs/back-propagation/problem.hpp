// Training a network with one hidden layer and one output by back propagation, with momentum; one sample, several epochs.
#pragma once
#include "../pair.hpp"

constexpr int HIDDEN = 16;
constexpr float RATE = 0.3f, MOMENTUM = 0.3f, TARGET = 0.1f;

struct Problem {
    int inputs, epochs;
    std::vector<float> input, weights, output_weights; // weights: a row of HIDDEN for each input

    explicit Problem(bool small)
        : inputs(small ? 1024 : 1 << 18), epochs(small ? 3 : 10), input(samples(inputs)),
          weights(samples(size_t(inputs) * HIDDEN, [this](float x) { return (x - 0.5f) * 2 / std::sqrt(float(inputs)); })),
          output_weights(samples(HIDDEN, [](float x) { return x - 0.5f; })) {}
};

inline float sigmoid(float x) { return 1 / (1 + std::exp(-x)); }

// From the hidden units' sums: the output, the hidden units' errors in `delta`, and the output's weights adjusted.
inline float learn(const float (&sums)[HIDDEN], std::vector<float> &output_weights, float (&delta)[HIDDEN]) {
    float hidden[HIDDEN], total = 0;
    for (int j = 0; j < HIDDEN; j++) hidden[j] = sigmoid(sums[j]), total += hidden[j] * output_weights[j];
    const float output = sigmoid(total), error = output * (1 - output) * (TARGET - output);
    for (int j = 0; j < HIDDEN; j++) {
        delta[j] = hidden[j] * (1 - hidden[j]) * error * output_weights[j];
        output_weights[j] += RATE * error * hidden[j];
    }
    return output;
}
