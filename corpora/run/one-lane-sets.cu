// One lane of each warp draws a ticket, and the others get it by a shuffle: of a variable, of members of a structure, of a value
// that a function returns, through functions that inline and that do not. shuffle-unset.cu has the groups' shuffles.
// run: wave-any
// flags: -O2
#include "check.h"

struct Ticket {
    int number;
    float weight;
};

__device__ bool leads() { return threadIdx.x % warpSize == 0; }

__device__ int draw(int *counter) {
    int number;
    if (leads()) number = atomicAdd(counter, 1);
    return number;
}

template <typename T> __device__ __forceinline__ T from_leader(T value) { return __shfl_sync(0xffffffff, value, 0); }

__device__ __noinline__ int from_leader_by_call(int value) { return __shfl_sync(0xffffffff, value, 0); }

__device__ Ticket from_leader(Ticket ticket) {
    ticket.number = from_leader(ticket.number);
    ticket.weight = from_leader(ticket.weight);
    return ticket;
}

__global__ void variable(int *counter, int *holders) {
    int number;
    if (leads()) number = atomicAdd(counter, 1);
    atomicAdd(&holders[from_leader(number)], 1);
}

__global__ void members(int *counter, int *holders) {
    Ticket ticket;
    if (leads()) {
        ticket.number = atomicAdd(counter, 1);
        ticket.weight = ticket.number * 0.5f;
    }
    ticket = from_leader(ticket);
    atomicAdd(&holders[static_cast<int>(ticket.weight * 2)], 1);
}

__global__ void returned(int *counter, int *holders) { atomicAdd(&holders[from_leader(draw(counter))], 1); }

__global__ void called(int *counter, int *holders) {
    int number;
    if (leads()) number = atomicAdd(counter, 1);
    atomicAdd(&holders[from_leader_by_call(number)], 1);
}

// 64 bits, and a new draw in each turn of a loop.
__global__ void looped(unsigned long long *counter, int *holders) {
    for (int turn = 0; turn < 2; turn++) {
        unsigned long long number;
        if (leads()) number = atomicAdd(counter, 1ull);
        atomicAdd(&holders[__shfl_sync(0xffffffff, number, 0)], 1);
    }
}

template <typename Count, typename Kernel> void check(Verdict &verdict, const char *what, Kernel kernel, int turns, int warp_size) {
    const int warps = 1024 / warp_size * turns;
    Array<Count> counter(1);
    Array<int> holders(256);
    kernel<<<4, 256>>>(counter.p, holders.p);
    std::vector<int> want(256);
    for (int w = 0; w < warps; w++) want[w] = warp_size;
    verdict.same(what, counter.host()[0], static_cast<Count>(warps));
    verdict.same(what, holders.host(), want);
}

int main() {
    Verdict verdict("one-lane-sets");
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    const int warp_size = properties.warpSize;
    check<int>(verdict, "variable", variable, 1, warp_size);
    check<int>(verdict, "members", members, 1, warp_size);
    check<int>(verdict, "returned", returned, 1, warp_size);
    check<int>(verdict, "called", called, 1, warp_size);
    check<unsigned long long>(verdict, "looped", looped, 2, warp_size);
    return verdict.end();
}
