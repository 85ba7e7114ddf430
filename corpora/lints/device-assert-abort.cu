// compile: gfx90a
#include <cassert>

__global__ void checks(int *data, int n) {
    if (data[0] >= n) __trap(); // fires
    if (data[1] < 0) __brkpt(); // fires
    assert(data[2] == 0); // fires
    assert(data[3] == 0);
}

bool failed() {
    return cudaDeviceSynchronize() == cudaErrorAssert; // fires
}

void host(int n) { assert(n > 0); }

const char *name(cudaError_t error) { return error == cudaErrorMemoryAllocation ? "memory" : "other"; }
