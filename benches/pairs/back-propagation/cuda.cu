#include "problem.hpp"
#include "../device.cuh"

constexpr int ROWS = 16, SUM_THREADS = 256;

// Threads (hidden unit, input): products with the weights, added up over the inputs of a block.
__global__ void forward(const float *input, const float *weights, float *partial) {
    __shared__ float unit[ROWS], product[ROWS][HIDDEN];
    const int j = threadIdx.x, row = threadIdx.y, i = blockIdx.x * ROWS + row;
    if (j == 0) unit[row] = input[i];
    __syncthreads();
    product[row][j] = weights[i * HIDDEN + j] * unit[row];
    __syncthreads();
    for (int half = ROWS / 2; half > 0; half /= 2) {
        if (row < half) product[row][j] += product[row + half][j];
        __syncthreads();
    }
    if (row == 0) partial[blockIdx.x * HIDDEN + j] = product[0][j];
}

// A block adds up what the blocks of `forward` have for one hidden unit.
__global__ void add_up(const float *partial, int count, float *sums) {
    __shared__ float sum[SUM_THREADS];
    const int t = threadIdx.x;
    float mine = 0;
    for (int i = t; i < count; i += SUM_THREADS) mine += partial[i * HIDDEN + blockIdx.x];
    sum[t] = mine;
    __syncthreads();
    for (int half = SUM_THREADS / 2; half > 0; half /= 2) {
        if (t < half) sum[t] += sum[t + half];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = sum[0];
}

__global__ void adjust(const float *input, const float *delta, float *weights, float *before) {
    const int j = threadIdx.x, i = blockIdx.x * ROWS + threadIdx.y, at = i * HIDDEN + j;
    const float change = RATE * delta[j] * input[i] + MOMENTUM * before[at];
    weights[at] += change;
    before[at] = change;
}

int main(int argc, char **argv) {
    const Problem problem(is_small(argc, argv));
    const unsigned grid = problem.inputs / ROWS;
    const dim3 block(HIDDEN, ROWS);
    DeviceArray<float> input(problem.inputs), weights(problem.weights.size()), before(problem.weights.size());
    DeviceArray<float> partial(size_t(grid) * HIDDEN), hidden(HIDDEN);
    std::vector<float> result(problem.weights.size()), output_weights;
    float output = 0;
    measure(
        "back-propagation",
        [&] {
            output_weights = problem.output_weights;
            input.upload(problem.input);
            weights.upload(problem.weights);
            before.clear();
            for (int epoch = 0; epoch < problem.epochs; epoch++) {
                float sums[HIDDEN], delta[HIDDEN];
                forward<<<grid, block>>>(input.data(), weights.data(), partial.data());
                add_up<<<HIDDEN, SUM_THREADS>>>(partial.data(), grid, hidden.data());
                CHECK(cudaMemcpy(sums, hidden.data(), sizeof sums, cudaMemcpyDeviceToHost));
                output = learn(sums, output_weights, delta);
                CHECK(cudaMemcpy(hidden.data(), delta, sizeof delta, cudaMemcpyHostToDevice));
                adjust<<<grid, block>>>(input.data(), hidden.data(), weights.data(), before.data());
            }
            CHECK(cudaGetLastError());
            weights.download(result);
        },
        [&] { return weighted(result) + output; });
}
