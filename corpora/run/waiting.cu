// Threads that wait for what other threads and blocks write: a barrier of the grid made by hand, a warp that waits for another,
// nodes of a tree that wait for their children, blocks that take turns by tickets.
// run: wave-any
#include "check.h"

__device__ unsigned arrived, serving, tickets;

__device__ void all_blocks(unsigned round) {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < round * gridDim.x) {}
    }
    __syncthreads();
}

// Each round every block adds up what its neighbour wrote in the one before.
__global__ void rounds(volatile int *values, int count) {
    const int block = blockIdx.x, next = (blockIdx.x + 1) % gridDim.x;
    for (int round = 1; round <= count; round++) {
        int got = 0;
        if (threadIdx.x == 0) got = values[(round - 1) % 2 * gridDim.x + next];
        if (threadIdx.x == 0) values[round % 2 * gridDim.x + block] = got + 1;
        all_blocks(round);
    }
}

// Warp 0 waits for what the last warp finds out; in between lies a warp operation.
__global__ void relay(const int *in, int *out) {
    __shared__ volatile int flag, found;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) {
        found = in[blockIdx.x] * 3;
        __threadfence_block();
        flag = 1;
    }
    if (threadIdx.x < 32) {
        int seen = 0;
        if (threadIdx.x == 0) {
            while (flag == 0) {}
            seen = found;
        }
        seen = __shfl_sync(0xffffffff, seen, 0, 32);
        out[blockIdx.x * 32 + threadIdx.x] = seen + threadIdx.x;
    }
}

// Node k has the children 2 k and 2 k + 1; a node that is not known yet is negative.
__global__ void tree(volatile int *value, int nodes) {
    const int stride = gridDim.x * blockDim.x;
    int k = nodes / 2 - 1 - (blockIdx.x * blockDim.x + threadIdx.x);
    while (k >= 1) {
        const int left = value[2 * k], right = value[2 * k + 1];
        if (left >= 0 && right >= 0) {
            __threadfence();
            value[k] = left + right;
            k -= stride;
        }
    }
}

__global__ void tickets_in_order(int *order, int *place) {
    if (threadIdx.x != 0) return;
    const unsigned mine = atomicAdd(&tickets, 1u);
    while (*static_cast<volatile unsigned *>(&serving) != mine) {}
    __threadfence();
    order[*place] = mine;
    *place += 1;
    __threadfence();
    atomicExch(&serving, mine + 1);
}

int main() {
    Verdict verdict("waiting");
    {
        const int blocks = 48, count = 5;
        Array<int> values(2 * blocks);
        rounds<<<blocks, 64>>>(values.p, count);
        const std::vector<int> all = values.host(), got(all.begin() + count % 2 * blocks, all.begin() + (count % 2 + 1) * blocks);
        verdict.same("rounds", got, std::vector<int>(blocks, count));
    }
    {
        const int blocks = 10;
        std::vector<int> start(blocks);
        for (int i = 0; i < blocks; i++) start[i] = 100 + i;
        Array<int> in(start), out(32 * blocks);
        relay<<<blocks, 256>>>(in.p, out.p);
        std::vector<int> want(32 * blocks);
        for (int i = 0; i < 32 * blocks; i++) want[i] = 3 * start[i / 32] + i % 32;
        verdict.same("relay", out.host(), want);
    }
    {
        const int nodes = 1 << 14;
        std::vector<int> start(nodes, -1);
        for (int i = nodes / 2; i < nodes; i++) start[i] = i % 7;
        Array<int> value(start);
        tree<<<8, 128>>>(value.p, nodes);
        std::vector<int> want = start;
        for (int k = nodes / 2 - 1; k >= 1; k--) want[k] = want[2 * k] + want[2 * k + 1];
        verdict.same("tree", value.host(), want);
    }
    {
        const int blocks = 40;
        Array<int> order(blocks), place(1);
        tickets_in_order<<<blocks, 32>>>(order.p, place.p);
        std::vector<int> want(blocks);
        for (int i = 0; i < blocks; i++) want[i] = i;
        verdict.same("tickets", order.host(), want);
    }
    return verdict.end();
}
