// Some lanes of a warp exchange pairs of words in a loop of their own inside of a loop in which all compare keys: those that have
// nothing to exchange are then a round ahead and must wait, though the inner loop has been round as often as theirs.
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

int main() {
    constexpr int count = 4096;
    int *keys;
    Pair *values;
    CHECK(cudaMallocManaged(&keys, count * sizeof *keys));
    CHECK(cudaMallocManaged(&values, count * sizeof *values));
    for (int i = 0; i < count; i++) {
        keys[i] = i * 7919 % 101;
        values[i] = {{keys[i], -keys[i]}};
    }
    compare_and_exchange<<<count / 64, 64>>>(keys, values);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < count; i++)
        wrong += values[i].words[0] != keys[i] || values[i].words[1] != -keys[i];
    if (wrong) {
        std::printf("%d values are not with their keys\n", wrong);
        return 1;
    }
    std::puts("PASS");
}
