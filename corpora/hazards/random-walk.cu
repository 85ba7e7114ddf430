// Random walks with a generator of five words, xorwow.
// run: wave-any
#include "support.h"

struct State {
    uint32_t x[5], counter;
};

__host__ __device__ inline uint32_t next(State &s) {
    uint32_t t = s.x[4];
    const uint32_t first = s.x[0];
    for (int i = 4; i > 0; i--) s.x[i] = s.x[i - 1];
    t ^= t >> 2;
    t ^= t << 1;
    t ^= first ^ (first << 4);
    s.x[0] = t;
    s.counter += 362437u;
    return t + s.counter;
}

__host__ __device__ inline State seeded(unsigned id) {
    State s = {{id + 1u, id ^ 0xdeadbeefu, id * 32u + 7u, ~id, 88675123u}, 0};
    return s;
}

__global__ void walk(int *position, int walkers, int steps) {
    const unsigned tid = blockIdx.x * blockDim.x + threadIdx.x;
    if (tid >= walkers) return;
    State s = seeded(tid);
    int x = 0;
    for (int i = 0; i < steps; i++) x += (next(s) >> 31) ? 1 : -1;
    position[tid] = x;
}

int main() {
    const int walkers = 300, steps = 200;
    int *position = managed<int>(walkers);
    walk<<<3, 128>>>(position, walkers, steps);
    finish();
    bool right = true;
    for (int w = 0; w < walkers; w++) {
        State s = seeded(w);
        int x = 0;
        for (int i = 0; i < steps; i++) x += (next(s) >> 31) ? 1 : -1;
        right = right && position[w] == x;
    }
    return report("random-walk", right);
}
