// Some lanes of a warp exchange pairs of words in a loop of their own inside of a loop in which all compare keys: those that have
// nothing to exchange are then a round ahead and must wait, though the inner loop has been round as often as theirs. Or each round
// has shuffles of its own, those of later rounds before those of earlier ones in the code or after them.
// run: wave-any
// hipify-check: allow-file(sync/mask-without-caller) lanes 32 to 63 use masks of 32 bits, which shuffles on AMD's GPUs do not look at
#include "check.h"

#include <cstdio>

struct Pair {
    int words[2];
};

__global__ void compare_and_exchange(int *keys, Pair *values) {
    const int at = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int key = keys[at];
    Pair value = values[at];
#pragma unroll 1
    for (int distance = 16; distance > 0; distance /= 2) {
        const int other = __shfl_xor_sync(0xffffffffu, key, distance);
        const bool upper = (lane / distance) % 2 != 0, exchanges = upper ? other > key : other < key;
        // Both lanes of a pair exchange, or neither does.
        const unsigned mask = __ballot_sync(0xffffffffu, exchanges);
        if (exchanges) {
            key = other;
#pragma unroll 1
            for (int word = 0; word < 2; word++)
                value.words[word] = __shfl_xor_sync(mask, value.words[word], distance);
        }
    }
    keys[at] = key;
    values[at] = value;
}

// Each distance in code of its own.
__device__ int from_distance(unsigned mask, int value, int distance) {
    switch (distance) {
    case 1: return __shfl_xor_sync(mask, value, 1);
    case 2: return __shfl_xor_sync(mask, value, 2);
    case 4: return __shfl_xor_sync(mask, value, 4);
    case 8: return __shfl_xor_sync(mask, value, 8);
    default: return __shfl_xor_sync(mask, value, 16);
    }
}

template <bool Rising> __global__ void by_distances(int *keys, Pair *values) {
    const int at = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int key = keys[at];
    Pair value = values[at];
#pragma unroll 1
    for (int round = 0; round < 5; round++) {
        const int distance = Rising ? 1 << round : 16 >> round;
        const int other = from_distance(0xffffffffu, key, distance);
        const bool upper = (lane / distance) % 2 != 0, exchanges = upper ? other > key : other < key;
        const unsigned mask = __ballot_sync(0xffffffffu, exchanges);
        if (exchanges) {
            key = other;
            value.words[0] = from_distance(mask, value.words[0], distance);
            value.words[1] = from_distance(mask, value.words[1], distance);
        }
    }
    keys[at] = key;
    values[at] = value;
}

template <typename Kernel> int wrong_after(Kernel kernel, int *keys, Pair *values, int count) {
    for (int i = 0; i < count; i++) {
        keys[i] = i * 7919 % 101;
        values[i] = {{keys[i], -keys[i]}};
    }
    kernel<<<count / 64, 64>>>(keys, values);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < count; i++)
        wrong += values[i].words[0] != keys[i] || values[i].words[1] != -keys[i];
    return wrong;
}

int main() {
    constexpr int count = 4096;
    int *keys;
    Pair *values;
    CHECK(cudaMallocManaged(&keys, count * sizeof *keys));
    CHECK(cudaMallocManaged(&values, count * sizeof *values));
    const int wrong = wrong_after(compare_and_exchange, keys, values, count) + wrong_after(by_distances<true>, keys, values, count) +
                      wrong_after(by_distances<false>, keys, values, count);
    CHECK(cudaFree(keys));
    CHECK(cudaFree(values));
    if (wrong) {
        std::printf("%d values are not with their keys\n", wrong);
        return 1;
    }
    std::puts("PASS shuffles-in-inner-loops");
}
